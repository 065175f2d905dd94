/// The lines of a file that cannot be parsed as YAML. This type is used only to explain errors, and implements only the parts of YAML that
/// explanations require.
package struct SourceLines {
  private let text: SourceText
  private var bytes: [UInt8] { text.file.bytes }

  package init(_ text: SourceText) { self.text = text }

  /// Returns the number of the line that contains a byte. For an offset past the end of the file, returns the number of the last line that
  /// is neither empty nor a comment, if there is one.
  package func line(at offset: Int) -> Int {
    let number = text.position(of: min(offset, bytes.count)).line
    guard offset >= bytes.count, isEmpty(number) else { return number }
    return before(number) ?? number
  }

  /// Returns the number of the nearest preceding line that is neither empty nor a comment; nil if there is none.
  package func before(_ number: Int) -> Int? {
    var line = number - 1
    while line > 0, isEmpty(line) { line -= 1 }
    return line > 0 ? line : nil
  }

  private func isEmpty(_ number: Int) -> Bool {
    let start = start(of: number)
    return start == text.line(number).upperBound || bytes[start] == UInt8(ascii: "#")
  }

  /// Returns the offset of a line's first byte that is not a space; the end of the line if there is none.
  package func start(of number: Int) -> Int {
    let line = text.line(number)
    return bytes[line].firstIndex { $0 != UInt8(ascii: " ") } ?? line.upperBound
  }

  /// Returns the offset after a line's last byte that is not a space; the end of the line if there is none.
  package func end(of number: Int) -> Int {
    let line = text.line(number)
    return bytes[line].lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? line.upperBound
  }

  /// Returns the number of spaces at the beginning of a line.
  package func indentation(of number: Int) -> Int { start(of: number) - text.line(number).lowerBound }

  /// Returns the key of a line: the text from its first byte that is not a space, which may be the `-` of a list item, to the first colon
  /// that is followed by a space or the end of the line; nil if there is no such text.
  package func key(of number: Int) -> String? {
    guard let colon = colon(of: number) else { return nil }
    let start = start(of: number)
    return start < colon ? self.text(start..<colon) : nil
  }

  /// Returns the range of a line's value, the text after the colon of its key; nil if there is no such colon, or if at most a comment
  /// follows it.
  package func value(of number: Int) -> Range<Int>? {
    guard let colon = colon(of: number) else { return nil }
    let end = end(of: number)
    guard let start = bytes[(colon + 1)..<max(colon + 1, end)].firstIndex(where: { $0 != UInt8(ascii: " ") }),
      bytes[start] != UInt8(ascii: "#")
    else { return nil }
    return start..<end
  }

  /// Returns whether a line has a key without a value.
  package func endsInColon(_ number: Int) -> Bool { colon(of: number) != nil && value(of: number) == nil }

  /// Returns the offset of the first colon that is followed by a space or the end of the line; nil if there is none.
  private func colon(of number: Int) -> Int? {
    let line = text.line(number)
    return (start(of: number)..<line.upperBound).first { index in
      bytes[index] == UInt8(ascii: ":") && (index + 1 == line.upperBound || bytes[index + 1] == UInt8(ascii: " "))
    }
  }

  /// Returns whether the bracket at an offset is closed; quoted text is skipped.
  package func isClosed(_ offset: Int) -> Bool {
    var depth = 0
    var quote: UInt8?
    var index = offset
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\"") { index += 1 } else if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth == 0 { return true }
        default: break
        }
      }
      index += 1
    }
    return false
  }

  /// Returns the character at an offset; an empty string past the end of the file, at a line break or at a tab.
  package func character(at offset: Int) -> String {
    guard offset < bytes.count, bytes[offset] >= 0x20,
      let first = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
    else { return "" }
    return String(first)
  }

  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
