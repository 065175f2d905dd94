extension RealmCollection where Element: ProjectionObservable {
  /// The mean of a projected integer property as a Double; nil when there is none.
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> Double? where T.PersistedType: _WholeNumber {
    _resultsCore.average(Element._rootPath(of: keyPath))
  }

  /// The sum of a projected property of narrow integers as an Int.
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> Int where T.PersistedType: _NarrowWholeNumber {
    _resultsCore.sum(Element._rootPath(of: keyPath))
  }
}
