/// An `AnyRealmValue` as stored in a cell or in an element of a collection.
public enum AnyStored: Equatable, Sendable {
  case none
  case bool(Bool)
  case int(Int64)
  case float(Float)
  case double(Double)
  case string(String)
  case data([UInt8])
  /// The seconds since 1970, and nanoseconds of the same sign.
  case date(seconds: Int64, nanoseconds: Int32)
  /// Exactly 12 bytes.
  case objectId([UInt8])
  /// IEEE 754 decimal128 in BID encoding.
  case decimal128(low: UInt64, high: UInt64)
  /// Exactly 16 bytes.
  case uuid([UInt8])
  case link(AnyLink)
  case list(id: UInt64, [AnyStored])
  /// The keys are in ascending byte order.
  case dictionary(id: UInt64, [AnyEntry])

  /// The maximum nesting depth of collections.
  public static var depthLimit: Int { 100 }

  /// Returns a random identifier for a new collection. With overwhelming probability, no other collection in the file has the same one.
  public static func newId() -> UInt64 { .random(in: 1 ... .max) }
}

/// A link to a row, which identifies the table by its number in the file.
public struct AnyLink: Hashable, Sendable {
  /// The number of the table.
  public let table: UInt32
  /// The object key, less than 2^40.
  public let key: Int64

  /// Creates a link to a row.
  public init(table: UInt32, key: Int64) {
    self.table = table
    self.key = key
  }

  /// Both numbers packed into one: the target in the backlinks of `AnyRealmValue` columns.
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

  /// Creates an entry.
  public init(key: String, value: AnyStored) {
    self.key = key
    self.value = value
  }
}

/// The reason why bytes cannot be decoded to a value.
public enum AnyFault: Error, Equatable {
  /// The bytes end too early.
  case truncated
  /// Bytes follow the value.
  case tooLong
  /// No type has this tag.
  case tag(UInt8)
  /// A Bool is neither 0 nor 1, or the table number or object key of a link is out of range.
  case value
  /// Text is not valid UTF-8.
  case text
  /// The keys of a dictionary are not in ascending order.
  case order
  /// Collections are nested too deeply.
  case depth
}
