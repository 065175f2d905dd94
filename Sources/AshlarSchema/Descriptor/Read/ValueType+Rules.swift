extension ValueType {
  /// Whether this is one of the integer types.
  var isInteger: Bool {
    switch self {
    case .int, .int8, .int16, .int32, .int64: true
    default: false
    }
  }

  /// Whether a property of this type may be a primary key.
  var canBeKey: Bool { isInteger || self == .string || self == .objectId || self == .uuid }

  /// Whether a property of this type may be indexed.
  var canBeIndexed: Bool { canBeKey || self == .bool || self == .date || self == .any }

  /// Whether an optional of this type may be declared with `!` in Swift.
  var canBeUnwrapped: Bool {
    switch self {
    case .string, .data, .date, .decimal128, .objectId, .uuid, .object: true
    default: false
    }
  }

  /// Returns the rule that `value` violates as a value of this type; nil if it is valid.
  func breach(by value: DefaultValue) -> ModelRule? {
    switch (self, value) {
    case (.int, .int), (.int64, .int): nil
    case (.int8, .int(let int)): Int8(exactly: int) == nil ? .defaultOutOfRange : nil
    case (.int16, .int(let int)): Int16(exactly: int) == nil ? .defaultOutOfRange : nil
    case (.int32, .int(let int)): Int32(exactly: int) == nil ? .defaultOutOfRange : nil
    case (.float, .double(let double)): double.isNaN || Double(Float(double)) == double ? nil : .defaultOutOfRange
    case (.date, .date(let seconds, let nanoseconds)):
      CivilDate.canSay(seconds: seconds, nanoseconds: nanoseconds) ? nil : .defaultOutOfRange
    case (.bool, .bool), (.double, .double), (.string, .string), (.data, .data), (.date, .now), (.decimal128, .decimal128),
      (.objectId, .objectId), (.uuid, .uuid), (.objectId, .newObjectId), (.uuid, .newUUID), (.string, .newObjectId), (.string, .newUUID):
      nil
    default: .defaultOfOtherType
    }
  }
}
