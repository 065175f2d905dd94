extension List: RealmCollection {
  /// Used by the runtime.
  public typealias _Change = RealmCollectionChange<List>
  /// Used by the runtime.
  public typealias _KeyPathRoot = Element

  /// The elements as results, for filtering and sorting.
  public var _resultsCore: _ResultsCore { makeResultsCore() }

  /// Returns the value of a property for each object, in the order of the list, or the elements themselves for the key `self`:
  /// `person.dogs.value(forKey: "name")`. See `RealmCollection.value(forKey:)`.
  public func value(forKey key: String) -> [Any] { CollectionKeys.values(self, key) }
}
