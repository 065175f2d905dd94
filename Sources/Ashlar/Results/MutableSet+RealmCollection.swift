extension MutableSet: RealmCollection {
  /// The elements as results, for filtering and sorting.
  public var _resultsCore: _ResultsCore { makeResultsCore() }

  /// Stops the program: a set has no positions.
  public func index(of object: Element) -> Int? { misuse(.noPosition) }
}
