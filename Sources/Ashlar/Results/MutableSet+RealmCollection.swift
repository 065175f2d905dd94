extension MutableSet: RealmCollection {
  /// Used by the runtime.
  public typealias _Change = RealmCollectionChange<MutableSet>
  /// Used by the runtime.
  public typealias _KeyPathRoot = Element

  /// The elements as results, for filtering and sorting.
  public var _resultsCore: _ResultsCore { makeResultsCore() }

  /// Stops the program: the elements of a set have no positions. Use `contains(_:)`.
  public func index(of object: Element) -> Int? { misuse(.noPosition) }
}
