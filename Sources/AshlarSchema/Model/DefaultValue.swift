/// The initial value of a property in a new object. Without a default, the initial value is the zero value of the type, nil for optionals,
/// the first case for enums, and a value created on first read for Date, ObjectId and UUID.
public enum DefaultValue: Hashable, Sendable {
  case bool(Bool)
  case int(Int64)
  /// A value of type Float or Double.
  case double(Double)
  case string(String)
  case data([UInt8])
  /// The seconds since 1970, and nanoseconds of the same sign.
  case date(seconds: Int64, nanoseconds: Int32)
  /// The time of creation.
  case now
  /// IEEE 754 decimal128 in BID encoding.
  case decimal128(low: UInt64, high: UInt64)
  /// Exactly 12 bytes.
  case objectId([UInt8])
  /// Exactly 16 bytes.
  case uuid([UInt8])
  /// A new UUID for each object, in text form if the property is a String.
  case newUUID
  /// A new UUID of version 7 for each object, in text form if the property is a String. It begins with the time, so that the values of
  /// later objects are greater.
  case newUUIDv7
  /// A new ObjectId for each object, in text form if the property is a String.
  case newObjectId
  /// A Swift expression that emitted code evaluates for each object.
  case code
}

extension DefaultValue {
  /// Whether this is a single value, the same for every object.
  public var isLiteral: Bool {
    switch self {
    case .now, .newUUID, .newUUIDv7, .newObjectId, .code: false
    case .bool, .int, .double, .string, .data, .date, .decimal128, .objectId, .uuid: true
    }
  }
}
