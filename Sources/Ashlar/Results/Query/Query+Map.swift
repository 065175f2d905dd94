extension Query where T: RealmKeyedCollection {
  /// The number of entries: `$0.scoresByGame.count > 3`.
  public var count: Query<Int> { Query<Int>(.count(path)) }

  /// Whether any value of the map equals `value`.
  ///
  /// ```swift
  /// people.where { $0.scoresByGame.contains(10) }
  /// ```
  public func contains(_ value: T.Value) -> Query<Bool> { contains(element: value) }

  /// Whether any value of the map equals one of several values; false for an empty sequence: `$0.scoresByGame.containsAny(in: [9, 10])`.
  public func containsAny<U: Sequence>(in collection: U) -> Query<Bool> where U.Element == T.Value { oneOf(collection) }

  /// The keys. A condition on them holds if any key satisfies it.
  ///
  /// ```swift
  /// people.where { $0.scoresByGame.keys == "chess" }
  /// ```
  public var keys: Query<String> { Query<String>(path: path + [.keys]) }

  /// The values. A condition on them holds if any value satisfies it.
  ///
  /// ```swift
  /// people.where { $0.scoresByGame.values > 9 }
  /// ```
  public var values: Query<T.Value> { Query<T.Value>(path: path + [.values]) }

  /// The value of a key; nil if the key is missing.
  ///
  /// ```swift
  /// people.where { $0.scoresByGame["chess"] > 9 }
  /// ```
  public subscript(key: T.Key) -> Query<T.Value> { Query<T.Value>(path: path + [.key(key._text)]) }
}

extension Query where T: RealmKeyedCollection, T.Value: OptionalProtocol, T.Value.Wrapped: ObjectBase {
  /// A property of the objects. A condition on the property holds if any object satisfies it: `$0.dogsByName.age > 3`.
  public subscript<V>(dynamicMember member: KeyPath<T.Value.Wrapped, V>) -> Query<V> {
    Query<V>(path: appending(member))
  }
}
