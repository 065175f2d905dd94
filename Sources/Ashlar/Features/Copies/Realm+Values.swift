extension Realm {
  /// Adds an object that holds a value, with the objects that it links to by value; links by key are looked up here. With
  /// `update: .modified`, an object of the same primary key is changed where it differs.
  ///
  /// Throws `Realm.Error.invalidInput`, and adds nothing, if the value links to a key that no object has. O(size of the value).
  @discardableResult
  public func add<T: Object & ValueConvertible>(_ value: T.Value, as type: T.Type, update: UpdatePolicy = .modified) throws -> T {
    _core.requireWrite("add a value")
    let object = try T(value, in: self)
    add(object, update: T._entity.keyColumn < 0 ? .error : update)
    return object
  }

  /// Copies of all objects of the results, in their order. See `ValueConvertible.value(depth:)`. O(size of the copies).
  public func values<T: Object & ValueConvertible>(of results: Results<T>, depth: Int = 0) -> [T.Value] {
    results.map { $0.value(depth: depth) }
  }
}
