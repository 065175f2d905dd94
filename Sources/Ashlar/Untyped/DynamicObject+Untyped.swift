extension DynamicObject {
  /// Returns a managed object from an `AnyRealmValue` as a `DynamicObject`, like every object in a migration. Other values are returned
  /// unchanged.
  func _untypedObject(_ value: Any?) -> Any? {
    // A cast of a number or a string to a class fails, and takes longer than a comparison of types.
    guard let value, !CommonScalar.includes(value), let object = value as? Object else { return value }
    return AnyRealmValue.object(object).dynamicObject ?? object
  }
}
