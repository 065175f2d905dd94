extension Map: RealmKeyedCollection {
  /// Returns the value of a key: `person.scores.value(forKey: "chess")`. Returns nil if the map does not contain the key or the value is
  /// nil.
  ///
  /// - Parameter key: A key, or an operator that begins with `@`: `@count`, `@allKeys`, `@allValues`, or an operator of
  ///   `value(forKeyPath:)`, which applies to the values.
  public func value(forKey key: String) -> Any? {
    key.hasPrefix("@") ? value(forKeyPath: key) : self[Key._key(key)].flatMap { BoxedNumber.boxed(ifPresent: flattened($0)) }
  }

  /// Returns the value at the end of a dotted path that begins with a key or an operator: `map.value(forKeyPath: "@max.age")`. See
  /// `RealmCollection.value(forKeyPath:)`.
  public func value(forKeyPath keyPath: String) -> Any? {
    switch keyPath {
    case "@count": BoxedNumber.boxed(count)
    case "@allKeys": keys
    case "@allValues": values.map { BoxedNumber.boxed($0 as Any) }
    default: CollectionKeys.value(of: self, keyPath)
    }
  }

  /// The values as results, for filtering and sorting.
  public var _resultsCore: _ResultsCore { makeResultsCore() }
}
