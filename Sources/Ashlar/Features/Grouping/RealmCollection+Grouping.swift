extension RealmCollection where Element: ObjectBase {
  /// Groups the objects by the values of a property.
  ///
  /// ```swift
  /// for (city, total) in orders.grouped(by: \.city).sum(of: \.total) { print(city, total) }
  /// ```
  ///
  /// Objects whose property is nil, and objects with a nil link along a path such as `\.customer?.city`, form one group with the key nil.
  /// If the path contains `!` instead, an object with a nil link stops the program when the groups are read. NaN equals NaN, as in
  /// `distinct(by:)`.
  ///
  /// Complexity: O(1). The objects are read by the members of the result.
  ///
  /// - Parameter keyPath: A stored property, or a path through to-one links. Its type must not be a class, a collection or `Data`.
  public func grouped<Key: _HasPersistedType>(by keyPath: KeyPath<Element, Key>) -> GroupedResults<Element, Key> {
    GroupedResults(_resultsCore, [keyPath]) { $0[keyPath: keyPath] }
  }

  /// Groups the objects by combinations of the values of two properties. The keys are pairs.
  ///
  /// ```swift
  /// for (key, count) in orders.grouped(by: \.city, \.year).count { print(key.0, key.1, count) }
  /// ```
  public func grouped<First: _HasPersistedType, Second: _HasPersistedType>(
    by first: KeyPath<Element, First>, _ second: KeyPath<Element, Second>
  ) -> GroupedResults<Element, (First, Second)> {
    GroupedResults(_resultsCore, [first, second]) { ($0[keyPath: first], $0[keyPath: second]) }
  }

  /// Groups the objects by combinations of the values of three properties. The keys are triples. To group by more properties, group by
  /// three of them and filter the objects by the other properties.
  public func grouped<First: _HasPersistedType, Second: _HasPersistedType, Third: _HasPersistedType>(
    by first: KeyPath<Element, First>, _ second: KeyPath<Element, Second>, _ third: KeyPath<Element, Third>
  ) -> GroupedResults<Element, (First, Second, Third)> {
    GroupedResults(_resultsCore, [first, second, third]) { ($0[keyPath: first], $0[keyPath: second], $0[keyPath: third]) }
  }
}
