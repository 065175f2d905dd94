/// A value of a row.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Text that is not valid UTF-8. SQLite stores any bytes as text.
  case damagedText([UInt8])
  case blob([UInt8])

  /// The text, with replacement characters where it is not valid UTF-8; nil for other values.
  var lossyText: String? {
    switch self {
    case .text(let text): text
    case .damagedText(let bytes): String(decoding: bytes, as: UTF8.self)
    case .null, .integer, .real, .blob: nil
    }
  }
}
