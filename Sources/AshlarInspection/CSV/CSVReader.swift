/// Reads records of CSV according to RFC 4180. Any input yields records or a thrown error.
struct CSVReader {
  /// A field, and whether it was quoted.
  struct Field: Equatable {
    var text: String
    var isQuoted: Bool

    var isNull: Bool { text.isEmpty && !isQuoted }
  }

  /// A syntax error and its line, counted from 1.
  struct Failure: Error, Equatable {
    let message: String
    let line: Int
  }

  private let bytes: [UInt8]
  /// The number of bytes read.
  private(set) var offset: Int
  /// The number of the next line, counted from 1.
  private(set) var line: Int

  init(_ bytes: [UInt8], offset: Int = 0, line: Int = 1) {
    self.bytes = bytes
    self.line = line
    // Some programs begin files with a byte order mark.
    self.offset = offset == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : offset
  }

  /// Reads the next record; returns nil at the end.
  mutating func next() throws(Failure) -> [Field]? {
    if offset >= bytes.count { return nil }
    var fields: [Field] = []
    while true {
      fields.append(try field())
      guard offset < bytes.count else { return fields }
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: ",") {
        // A comma at the end of the input is followed by one more, empty field.
        if offset == bytes.count {
          fields.append(Field(text: "", isQuoted: false))
          return fields
        }
        continue
      }
      if byte == UInt8(ascii: "\r"), offset < bytes.count, bytes[offset] == UInt8(ascii: "\n") { offset += 1 }
      line += 1
      return fields
    }
  }

  private mutating func field() throws(Failure) -> Field {
    let begin = line
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
      let start = offset
      while offset < bytes.count, !CSVReader.ends(bytes[offset]) {
        if bytes[offset] == UInt8(ascii: "\"") {
          throw Failure(
            message: "an unquoted field contains a quote: enclose the field in quotes and double the quotes inside it", line: line)
        }
        offset += 1
      }
      return Field(text: try text(bytes[start..<offset], begin), isQuoted: false)
    }
    offset += 1
    var content: [UInt8] = []
    while true {
      guard offset < bytes.count else { throw Failure(message: "the quoted field that begins here has no closing quote", line: begin) }
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte == UInt8(ascii: "\"") {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { break }
        offset += 1
      }
      content.append(byte)
    }
    if offset < bytes.count, !CSVReader.ends(bytes[offset]) {
      throw Failure(message: "unexpected text after the closing quote of a field: expected ',' or the end of the line", line: line)
    }
    return Field(text: try text(content[...], begin), isQuoted: true)
  }

  private static func ends(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private func text(_ bytes: ArraySlice<UInt8>, _ line: Int) throws(Failure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Failure(message: "the text is not UTF-8", line: line) }
    return text
  }
}
