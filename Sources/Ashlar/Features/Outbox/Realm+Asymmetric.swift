extension Realm {
  /// Stores an object in the outbox, from which it is sent to a server. The object is stored atomically with the rest of the write, and
  /// cannot be read, changed or deleted afterwards.
  ///
  /// ```swift
  /// try realm.write {
  ///   realm.create(Reading.self, value: ["sensor": "roof", "celsius": 21.5])
  /// }
  /// ```
  ///
  /// The configuration must have an `outbox` and list the type. Objects that the value links to are added to this Realm, as `add` does;
  /// only their current primary keys are sent. See docs/outbox.md.
  ///
  /// A value of the wrong type stops the program. The commit cancels the write and throws `Realm.Error.outboxFull` if the outbox is full,
  /// `.ruleViolated` if the object breaks a rule of its type, and `.invalidInput` if the object cannot be stored, for example because it is
  /// larger than 16,777,200 bytes. Complexity: O(size of the value).
  ///
  /// - Parameters:
  ///   - type: The class of the object.
  ///   - value: The values, as `create` of an `Object` accepts them.
  public func create<T: AsymmetricObject>(_ type: T.Type, value: Any = [String: Any]()) {
    _core.requireWrite("create an object")
    _core.createInOutbox(type, value: value)
  }
}
