extension RealmCollection where Element: ProjectionObservable {
  /// Returns the mean of a projected integer property as a Double; nil if there are no values: `cards.average(of: \.age)`. Complexity:
  /// O(n).
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> Double? where T.PersistedType: _WholeNumber {
    _resultsCore.average(Element._rootPath(of: keyPath))
  }

  /// Returns the sum of a projected property of a narrow integer type as an Int; 0 if there are no values. Complexity: O(n).
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> Int where T.PersistedType: _NarrowWholeNumber {
    _resultsCore.sum(Element._rootPath(of: keyPath))
  }
}
