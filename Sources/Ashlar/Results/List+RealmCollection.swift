extension List: RealmCollection {
  /// The elements as results, for filtering and sorting.
  public var _resultsCore: _ResultsCore { makeResultsCore() }

  /// A property of each object, in order; the elements themselves for `self`. See `RealmCollection.value(forKey:)`.
  public func value(forKey key: String) -> [Any] { CollectionKeys.values(self, key) }
}
