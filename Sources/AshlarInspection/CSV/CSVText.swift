/// Writes records of CSV according to RFC 4180. An empty field without quotes is null; `""` is empty text.
enum CSVText {
  /// Appends a record.
  static func append(_ fields: [String?], to bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      guard let field else { continue }
      if field.isEmpty || field.utf8.contains(where: isSpecial) {
        bytes.append(UInt8(ascii: "\""))
        for byte in field.utf8 {
          if byte == UInt8(ascii: "\"") { bytes.append(byte) }
          bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
      } else {
        bytes += field.utf8
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
