/// A value of a row.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Text that is not valid UTF-8. SQLite stores any bytes as text.
  case damagedText([UInt8])
  case blob([UInt8])
}
