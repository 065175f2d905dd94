extension DefaultValue {
  /// Returns whether two values are equal. Unlike in arithmetic, NaN equals NaN, 0.0 differs from -0.0, and decimal numbers are equal only
  /// if their encodings are equal.
  public static func == (a: DefaultValue, b: DefaultValue) -> Bool {
    switch (a, b) {
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a.isNaN ? b.isNaN : a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a == b
    case (.data(let a), .data(let b)), (.objectId(let a), .objectId(let b)), (.uuid(let a), .uuid(let b)): a == b
    case (.date(let a, let aFraction), .date(let b, let bFraction)): a == b && aFraction == bFraction
    case (.decimal128(let aLow, let aHigh), .decimal128(let bLow, let bHigh)): aLow == bLow && aHigh == bHigh
    case (.now, .now), (.newUUID, .newUUID), (.newUUIDv7, .newUUIDv7), (.newObjectId, .newObjectId), (.code, .code): true
    default: false
    }
  }

  /// Hashes the kind and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.isNaN ? Double.nan.bitPattern : value.bitPattern)
    case .string(let value): hasher.combine(value)
    case .data(let bytes), .objectId(let bytes), .uuid(let bytes): hasher.combine(bytes)
    case .date(let seconds, let nanoseconds):
      hasher.combine(seconds)
      hasher.combine(nanoseconds)
    case .decimal128(let low, let high):
      hasher.combine(low)
      hasher.combine(high)
    case .now, .newUUID, .newUUIDv7, .newObjectId, .code: break
    }
  }
}
