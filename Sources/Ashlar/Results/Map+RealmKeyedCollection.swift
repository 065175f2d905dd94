extension Map: RealmKeyedCollection {
  /// The value of a key, nil when there is none or it is nil. A key that begins with `@` is an operator: `@count`, `@allKeys`,
  /// `@allValues`, or one of those that `value(forKeyPath:)` knows, applied to the values.
  public func value(forKey key: String) -> Any? {
    key.hasPrefix("@") ? value(forKeyPath: key) : self[Key._key(key)].flatMap { BoxedNumber.boxed(ifPresent: flattened($0)) }
  }

  /// The value at the end of a dotted path that begins with a key or an operator. See `RealmCollection.value(forKeyPath:)`.
  public func value(forKeyPath keyPath: String) -> Any? {
    switch keyPath {
    case "@count": BoxedNumber.boxed(count)
    case "@allKeys": keys
    case "@allValues": values.map { BoxedNumber.boxed($0 as Any) }
    default: CollectionKeys.value(of: self, keyPath)
    }
  }

  /// The objects as results, for filtering and sorting.
  public var _resultsCore: _ResultsCore { makeResultsCore() }
}
