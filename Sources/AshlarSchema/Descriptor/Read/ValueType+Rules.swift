extension ValueType {
  /// Returns the rule that `value` violates as a value of this type; nil if the value is valid.
  func breach(by value: DefaultValue) -> ModelRule? {
    let isOfType: Bool
    switch value {
    case .bool: isOfType = self == .bool
    case .int(let int):
      guard let range = kind.integerRange else { return .defaultOfOtherType }
      return range.contains(int) ? nil : .defaultOutOfRange
    case .double(let double):
      if self == .float { return double.isNaN || Double(Float(double)) == double ? nil : .defaultOutOfRange }
      isOfType = self == .double
    case .string: isOfType = self == .string
    case .data: isOfType = self == .data
    case .date(let seconds, let nanoseconds):
      if self == .date { return CivilDate.canSay(seconds: seconds, nanoseconds: nanoseconds) ? nil : .defaultOutOfRange }
      isOfType = false
    case .now: isOfType = self == .date
    case .decimal128:
      if form == .decimal { return value.bytes(as: self) == nil ? .defaultOutOfRange : nil }
      isOfType = false
    case .objectId: isOfType = self == .objectId
    case .uuid: isOfType = self == .uuid
    case .newUUID, .newUUIDv7: isOfType = self == .uuid || self == .string
    case .newObjectId: isOfType = self == .objectId || self == .string
    case .code: isOfType = false
    }
    return isOfType ? nil : .defaultOfOtherType
  }
}
