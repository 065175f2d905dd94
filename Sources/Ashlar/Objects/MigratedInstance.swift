/// The old or the new side of a running migration. Converts the values that a block of the program reads or writes by name.
nonisolated class MigratedInstance: RealmPart {
  /// Returns the value of a property.
  func value(of object: DynamicObject, _ key: String) -> Any? { preconditionFailure("a subclass migrates") }

  /// Sets a property.
  func set(_ value: Any?, _ key: String, of object: DynamicObject) { preconditionFailure("a subclass migrates") }

  /// Records an error, which the call that opens the file then throws.
  func fail(_ error: __owned UsageError) { preconditionFailure("a subclass migrates") }
}
