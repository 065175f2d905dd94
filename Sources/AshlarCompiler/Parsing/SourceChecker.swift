/// Refuses bytes that are no text of the language before libyaml sees them.
enum SourceChecker {
  /// The first byte that makes the file unreadable, if there is one.
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
        }
        index += 1
      }
      return nil
    }
    let broken = firstInvalidUTF8(bytes)
    if let broken, broken < found?.1.lowerBound ?? .max { return (.invalidUTF8, broken..<broken + 1) }
    return found.map { (problem: $0.0, bytes: $0.1) }
  }

  private static func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
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
