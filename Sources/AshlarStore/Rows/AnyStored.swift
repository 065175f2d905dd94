/// One value of any type, as a cell of an `AnyRealmValue` column or an element of a collection of them stores it.
public enum AnyStored: Equatable, Sendable {
  case none
  case bool(Bool)
  case int(Int64)
  case float(Float)
  case double(Double)
  case string(String)
  case data([UInt8])
  /// Seconds since 1970 and nanoseconds of the same sign.
  case date(seconds: Int64, nanoseconds: Int32)
  /// 12 bytes.
  case objectId([UInt8])
  /// IEEE 754 decimal128 in BID encoding.
  case decimal128(low: UInt64, high: UInt64)
  /// 16 bytes.
  case uuid([UInt8])
  case link(AnyLink)
  case list(id: UInt64, [AnyStored])
  /// Keys rise, byte by byte.
  case dictionary(id: UInt64, [AnyEntry])

  /// How deep collections may lie in each other.
  public static var depthLimit: Int { 100 }

  /// A number for a collection that no other in the file has, but for chance.
  public static func newId() -> UInt64 { .random(in: 1 ... .max) }
}

/// A row of a table, by the table's number in the file.
public struct AnyLink: Hashable, Sendable {
  /// The table.
  public let table: UInt32
  /// The object key, below 2^40.
  public let key: Int64

  /// Names a row.
  public init(table: UInt32, key: Int64) {
    self.table = table
    self.key = key
  }

  /// Both in one number: what the backlinks of any-value columns have as their target.
  public var packed: Int64 { Int64(bitPattern: UInt64(table) << 40 | UInt64(key)) }

  init(packed: Int64) {
    let bits = UInt64(bitPattern: packed)
    table = UInt32(truncatingIfNeeded: bits >> 40)
    key = Int64(bits & (1 << 40 - 1))
  }
}

/// A key of a dictionary and its value.
public struct AnyEntry: Equatable, Sendable {
  /// The key.
  public var key: String
  /// The value.
  public var value: AnyStored

  /// Makes an entry.
  public init(key: String, value: AnyStored) {
    self.key = key
    self.value = value
  }
}

/// Why bytes are no value.
public enum AnyFault: Error, Equatable {
  /// They end too early.
  case truncated
  /// There are more than the value takes.
  case tooLong
  /// No type has this tag.
  case tag(UInt8)
  /// A Bool is neither 0 nor 1, or an object key is out of range.
  case value
  /// Text is not UTF-8.
  case text
  /// A dictionary's keys do not rise.
  case order
  /// Collections lie too deep in each other.
  case depth
}
