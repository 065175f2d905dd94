// Values by name and by dotted paths, as Cocoa's key-value coding has them.
extension ObjectBase {
  /// The value of a property, as `self[key]`: nil for null, raw values of enums, what custom types are stored as, the payload of an
  /// `AnyRealmValue`. Numbers and Bools are `NSNumber`s: `as?` gives them as every number type that can hold the value. An unknown
  /// name stops the program.
  public func value(forKey key: String) -> Any? { self[key] }

  /// Sets a property, as `self[key] = value`, to what `Realm.create(_:value:update:)` takes for it. An unmanaged object in the value,
  /// also one in an array, a dictionary or an `AnyRealmValue`, is not copied: it becomes managed, as with the typed property.
  public func setValue(_ value: Any?, forKey key: String) { self[key] = value }

  /// What a dotted path leads to: through links, maps by their keys, and `AnyRealmValue`s. Where it meets a list, a set, linking objects
  /// or results, the rest of the path applies to each element and gives an array, and a part that begins with `@` is an operator: see
  /// `RealmCollection.value(forKeyPath:)`. Nil if a link on the way is nil, or a map has no such key. A path that continues behind
  /// another value stops the program.
  ///
  ///     person.value(forKeyPath: "dogs.name") as? [String]
  ///     person.value(forKeyPath: "dogs.@avg.age") as? Double
  ///
  /// Complexity: O(elements on the way).
  public func value(forKeyPath keyPath: String) -> Any? { CollectionKeys.value(of: self, keyPath) }

  /// Sets the property at the end of a dotted path, as `setValue(_:forKey:)`; does nothing if a link on the way is nil. Where
  /// the path leads through a collection, the property of each of its objects is set; behind a map, the value of that key.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) { CollectionKeys.setValue(value, of: self, keyPath) }

  /// The values of properties by their names, as `create(_:value:update:)` takes them. Null properties are included as nil.
  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    var values: [String: Any] = [:]
    for key in keys { values[key] = .some(self[key] as Any) }
    return values
  }
}
