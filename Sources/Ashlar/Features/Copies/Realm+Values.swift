extension Realm {
  /// Adds an object with the content of a copy, and the objects that it links to by value. The targets of links by key are looked up in
  /// this Realm.
  ///
  /// ```swift
  /// var copy = person.value()
  /// copy.age += 1
  /// try realm.write { try realm.add(copy, as: Person.self) }
  /// ```
  ///
  /// Throws `Realm.Error.invalidInput` and adds nothing if the value links to a key that no object has. Stops the program outside a write.
  /// Complexity: O(size of the value).
  ///
  /// - Parameters:
  ///   - value: The copy.
  ///   - type: The class of the object.
  ///   - update: With `.modified`, only the properties that differ are changed in an object with the same primary key. Has no effect for a
  ///     class without a primary key.
  @discardableResult
  public func add<T: Object & ValueConvertible>(_ value: T.Value, as type: T.Type, update: UpdatePolicy = .modified) throws -> T {
    _core.requireWrite("add a value")
    let object = try T(value, in: self)
    add(object, update: T._entity.hasKey ? update : .error)
    return object
  }

  /// Returns copies of all objects of the results, in the order of the results: `realm.values(of: people, depth: 1)`. See
  /// `ValueConvertible.value(depth:)`.
  ///
  /// Complexity: O(size of the copies).
  public func values<T: Object & ValueConvertible>(of results: Results<T>, depth: Int = 0) -> [T.Value] {
    results.map { $0.value(depth: depth) }
  }
}
