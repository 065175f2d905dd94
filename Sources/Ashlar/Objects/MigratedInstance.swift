/// A migration, as one of its two sides sees it: what becomes of a value that a block of the program reads or stores by name.
nonisolated class MigratedInstance: RealmPart {
  /// The value of a property.
  func value(of object: DynamicObject, _ key: String) -> Any? { preconditionFailure("a subclass migrates") }

  /// Sets a property.
  func set(_ value: Any?, _ key: String, of object: DynamicObject) { preconditionFailure("a subclass migrates") }

  /// Opening the file throws this.
  func fail(_ error: UsageError) { preconditionFailure("a subclass migrates") }
}
