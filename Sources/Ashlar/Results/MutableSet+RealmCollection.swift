extension MutableSet: RealmCollection {
  /// The elements as results, for filtering and sorting.
  public var _resultsCore: _ResultsCore { makeResultsCore() }

  /// Stops the program: the elements of a set have no positions. Use `contains(_:)`.
  public func index(of object: Element) -> Int? { misuse(.noPosition) }
}
