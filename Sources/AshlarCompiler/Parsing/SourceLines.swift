/// The lines of a file that YAML cannot read, as people see them. Only faults are explained with it: it knows no more of YAML than
/// that.
package struct SourceLines {
  private let text: SourceText
  private var bytes: [UInt8] { text.file.bytes }

  package init(_ text: SourceText) { self.text = text }

  /// The number of the line with a byte; past the end, of the last line that is not empty.
  package func line(at offset: Int) -> Int {
    let number = text.position(of: min(offset, bytes.count)).line
    guard offset >= bytes.count, isEmpty(number) else { return number }
    return before(number) ?? number
  }

  /// The nearest line before that holds more than a comment.
  package func before(_ number: Int) -> Int? {
    var line = number - 1
    while line > 0, isEmpty(line) { line -= 1 }
    return line > 0 ? line : nil
  }

  private func isEmpty(_ number: Int) -> Bool {
    let start = start(of: number)
    return start == text.line(number).upperBound || bytes[start] == UInt8(ascii: "#")
  }

  /// The offset of the first byte that is not a space.
  package func start(of number: Int) -> Int {
    let line = text.line(number)
    return bytes[line].firstIndex { $0 != UInt8(ascii: " ") } ?? line.upperBound
  }

  /// The offset after the last byte that is not a space.
  package func end(of number: Int) -> Int {
    let line = text.line(number)
    return bytes[line].lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? line.upperBound
  }

  /// How many spaces a line begins with.
  package func indentation(of number: Int) -> Int { start(of: number) - text.line(number).lowerBound }

  /// The key of a line: the text from the start of the line, or of its item, to its first colon; nil without a colon.
  package func key(of number: Int) -> String? {
    guard let colon = colon(of: number) else { return nil }
    let start = start(of: number)
    return start < colon ? self.text(start..<colon) : nil
  }

  /// The value of a line: the text after its first colon, without a comment; nil when empty.
  package func value(of number: Int) -> Range<Int>? {
    guard let colon = colon(of: number) else { return nil }
    let end = end(of: number)
    guard let start = bytes[(colon + 1)..<max(colon + 1, end)].firstIndex(where: { $0 != UInt8(ascii: " ") }),
      bytes[start] != UInt8(ascii: "#")
    else { return nil }
    return start..<end
  }

  /// Whether a line has a key without a value.
  package func endsInColon(_ number: Int) -> Bool { colon(of: number) != nil && value(of: number) == nil }

  /// The first colon that a space or the end of the line follows.
  private func colon(of number: Int) -> Int? {
    let line = text.line(number)
    return (start(of: number)..<line.upperBound).first { index in
      bytes[index] == UInt8(ascii: ":") && (index + 1 == line.upperBound || bytes[index + 1] == UInt8(ascii: " "))
    }
  }

  /// Whether the bracket at an offset has a closing counterpart; quoted text is skipped.
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

  /// The character at an offset; empty past the end and at the end of a line.
  package func character(at offset: Int) -> String {
    guard offset < bytes.count, bytes[offset] >= 0x20,
      let first = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
    else { return "" }
    return String(first)
  }

  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
