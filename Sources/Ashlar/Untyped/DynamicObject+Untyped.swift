extension DynamicObject {
  /// Returns an object in an `AnyRealmValue` as a `DynamicObject`, as is every object in a migration; returns other values unchanged.
  func _untypedObject(_ value: Any?) -> Any? {
    // A cast of a number or a string to a class fails, and takes longer than to compare types.
    guard let value, !CommonScalar.includes(value), let object = value as? Object else { return value }
    return AnyRealmValue.object(object).dynamicObject ?? object
  }
}
