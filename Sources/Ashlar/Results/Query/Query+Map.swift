extension Query where T: RealmKeyedCollection {
  /// How many entries there are.
  public var count: Query<Int> { Query<Int>(.count(path)) }

  /// Whether a value equals another.
  public func contains(_ value: T.Value) -> Query<Bool> { contains(element: value) }

  /// Whether a value equals one of several; false for none.
  public func containsAny<U: Sequence>(in collection: U) -> Query<Bool> where U.Element == T.Value { oneOf(collection) }

  /// Any of the keys.
  public var keys: Query<String> { Query<String>(path: path + [.keys]) }

  /// Any of the values.
  public var values: Query<T.Value> { Query<T.Value>(path: path + [.values]) }

  /// The value of a key; nil when the key is missing.
  public subscript(key: T.Key) -> Query<T.Value> { Query<T.Value>(path: path + [.key(key._text)]) }
}

extension Query where T: RealmKeyedCollection, T.Value: OptionalProtocol, T.Value.Wrapped: ObjectBase {
  /// A property of the objects: a condition on it holds when it does for any of them.
  public subscript<V>(dynamicMember member: KeyPath<T.Value.Wrapped, V>) -> Query<V> {
    Query<V>(path: appending(member))
  }
}
