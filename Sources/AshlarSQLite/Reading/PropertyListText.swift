/// Reads the strings of a binary property list, such as a compiled model of Core Data.
enum PropertyListText {
  /// Returns all strings in a property list; nil if the bytes are not a valid property list.
  ///
  /// The file consists of objects, a table of their offsets, and a trailer of 32 bytes with the sizes and the location of the table. The
  /// high four bits of an object's first byte are its type: 5 is ASCII text, and 6 is UTF-16 text. The low four bits are the length.
  static func strings(_ bytes: [UInt8]) -> [String]? {
    guard bytes.starts(with: "bplist00".utf8), bytes.count >= 40 else { return nil }
    let trailer = bytes.suffix(32)
    let start = trailer.startIndex
    let width = Int(trailer[start + 6])
    guard (1...8).contains(width), let count = number(bytes, start + 8, 8), let table = number(bytes, start + 24, 8),
      count <= bytes.count, table <= start, count <= (start - table) / width
    else { return nil }
    var strings: [String] = []
    for index in 0..<count {
      guard let offset = number(bytes, table + index * width, width), offset < table else { return nil }
      let kind = bytes[offset] >> 4
      guard kind == 5 || kind == 6 else { continue }
      var length = Int(bytes[offset] & 15)
      var text = offset + 1
      // A length of 15 or more is stored in an integer object after the first byte.
      if length == 15 {
        guard text < table, bytes[text] >> 4 == 1, bytes[text] & 15 <= 3, let size = number(bytes, text + 1, 1 << Int(bytes[text] & 15))
        else {
          return nil
        }
        length = size
        text += 1 + 1 << Int(bytes[text] & 15)
      }
      let size = kind == 6 ? 2 : 1
      guard text <= table, length <= (table - text) / size else { return nil }
      if kind == 5 {
        strings.append(String(decoding: bytes[text..<text + length], as: UTF8.self))
      } else {
        let units = (0..<length).map { UInt16(bytes[text + 2 * $0]) << 8 | UInt16(bytes[text + 2 * $0 + 1]) }
        strings.append(String(decoding: units, as: UTF16.self))
      }
    }
    return strings
  }

  // Returns a big-endian number; nil if it extends beyond the bytes or exceeds 63 bits.
  private static func number(_ bytes: [UInt8], _ offset: Int, _ width: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - width else { return nil }
    var number: UInt64 = 0
    for byte in bytes[offset..<offset + width] { number = number << 8 | UInt64(byte) }
    return Int(exactly: number)
  }
}
