/// Rejects bytes that schemas must not contain, before libyaml reads them.
enum SourceChecker {
  /// Returns the first problem that makes the file unreadable, and its bytes (none if the file is too large); nil if the file is readable.
  static func firstProblem(in text: SourceText) -> (problem: Problem, bytes: Range<Int>)? {
    let bytes = text.file.bytes
    guard bytes.count <= SourceFile.sizeLimit else { return (.fileTooLarge(limit: SourceFile.sizeLimit), 0..<0) }
    let found = bytes.withUnsafeBufferPointer { buffer -> (Problem, Range<Int>)? in
      var index = text.start
      while index < buffer.count {
        let byte = buffer[index]
        if byte < 0x20, byte != 0x0A, byte != 0x09 {
          switch byte {
          case 0: return (.nulByte, index..<index + 1)
          case 0x0D:
            if index + 1 == buffer.count || buffer[index + 1] != 0x0A { return (.loneCarriageReturn, index..<index + 1) }
          default: return (.controlCharacter(UInt32(byte)), index..<index + 1)
          }
        } else if byte == 0xC2 || byte == 0xE2, let (scalar, length) = unusualLineEnd(buffer, index) {
          return (.unusualLineEnd(scalar), index..<index + length)
        }
        index += 1
      }
      return nil
    }
    let broken = firstInvalidUTF8(bytes)
    if let broken, broken < found?.1.lowerBound ?? .max { return (.invalidUTF8, broken..<broken + 1) }
    return found.map { (problem: $0.0, bytes: $0.1) }
  }

  /// Returns the scalar and its length in bytes if U+0085, U+2028 or U+2029 is at `index`; otherwise nil. libyaml treats these characters
  /// as line breaks; YAML 1.2 does not.
  private static func unusualLineEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> (scalar: UInt32, length: Int)? {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    if bytes[index] == 0xC2 { return next == 0x85 ? (0x85, 2) : nil }
    guard next == 0x80, index + 2 < bytes.count, bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9 else { return nil }
    return (0x2028 + UInt32(bytes[index + 2] - 0xA8), 3)
  }

  /// Returns the offset of the first invalid UTF-8 sequence; nil if there is none.
  static func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}
