/// A value of a row.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Text that is not valid UTF-8. SQLite stores any bytes as text.
  case damagedText([UInt8])
  /// Text of a UTF-16 database that is not valid UTF-16, without a last byte that is no code unit.
  case damagedUTF16([UInt16])
  case blob([UInt8])

  /// Whether the value is text that is not valid.
  var isDamagedText: Bool {
    switch self {
    case .damagedText, .damagedUTF16: true
    case .null, .integer, .real, .text, .blob: false
    }
  }

  /// The text, with replacement characters where it is not valid; nil for other values.
  var lossyText: String? {
    switch self {
    case .text(let text): text
    case .damagedText(let bytes): String(decoding: bytes, as: UTF8.self)
    case .damagedUTF16(let units): String(decoding: units, as: UTF16.self)
    case .null, .integer, .real, .blob: nil
    }
  }
}
