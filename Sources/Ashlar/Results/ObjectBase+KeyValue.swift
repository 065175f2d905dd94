// Values by name and by dotted path, as in Cocoa's key-value coding.
extension ObjectBase {
  /// Returns the value of a property, as `self[key]` does.
  ///
  /// ```swift
  /// let age = person.value(forKey: "age") as? Int
  /// ```
  ///
  /// Null is returned as nil, an enum as its raw value, a value of a custom type in its stored form, and an `AnyRealmValue` as its payload.
  /// Bools and numbers except `Decimal128` are `NSNumber`s, which `as?` converts to every number type that can represent the value.
  ///
  /// - Parameter key: The name of a property. An unknown name stops the program.
  public func value(forKey key: String) -> Any? { self[key] }

  /// Sets a property, as `self[key] = value` does.
  ///
  /// ```swift
  /// try realm.write { person.setValue(7, forKey: "age") }
  /// ```
  ///
  /// If `value` is an unmanaged object, or contains one in an array, a dictionary or an `AnyRealmValue`, the object is not copied: it
  /// becomes managed, as if it were assigned to the typed property.
  ///
  /// - Parameters:
  ///   - value: A value that `Realm.create(_:value:update:)` accepts for the property.
  ///   - key: The name of a property. An unknown name stops the program.
  public func setValue(_ value: Any?, forKey key: String) { self[key] = value }

  /// Returns the value at the end of a dotted path, which may lead through links, keys of maps, and `AnyRealmValue`s.
  ///
  /// ```swift
  /// let names = person.value(forKeyPath: "dogs.name") as? [String]
  /// let mean = person.value(forKeyPath: "dogs.@avg.age") as? Double
  /// ```
  ///
  /// After a list, a set, linking objects or results, the rest of the path applies to each element, and the result is an array or, for a
  /// set, an `NSSet`. A part that begins with `@` is an operator; see `RealmCollection.value(forKeyPath:)`. The result is nil if a link
  /// along the path is nil or a map does not contain the key. A path that continues after any other value stops the program.
  ///
  /// Complexity: O(n) in the number of elements along the path.
  public func value(forKeyPath keyPath: String) -> Any? { CollectionKeys.value(of: self, keyPath) }

  /// Sets the property at the end of a dotted path.
  ///
  /// ```swift
  /// try realm.write { person.setValue(3, forKeyPath: "dogs.age") }
  /// ```
  ///
  /// If the path leads through a collection, sets the property of each object in the collection. If the part before the last is a map, the
  /// last part is the key whose value is set. Does nothing if a link along the path is nil. See `setValue(_:forKey:)`.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) { CollectionKeys.setValue(value, of: self, keyPath) }

  /// Returns the values of properties by name, in the form that `create(_:value:update:)` accepts.
  ///
  /// ```swift
  /// let values = person.dictionaryWithValues(forKeys: ["name", "age"])
  /// try realm.write { realm.create(Person.self, value: values) }
  /// ```
  ///
  /// Properties that are null are included as nil.
  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    var values: [String: Any] = [:]
    for key in keys { values[key] = .some(self[key] as Any) }
    return values
  }
}
