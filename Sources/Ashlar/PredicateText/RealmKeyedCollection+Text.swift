extension RealmKeyedCollection {
  /// Returns the non-nil objects that match a condition in text: `dogsByName.filter("age > %@", 3)`. The results are live and
  /// evaluated when they are first read. See `RealmCollection.filter(_:_:)`.
  public func filter(_ predicateFormat: String, _ args: Any...) -> Results<Value> {
    filter(RealmPredicate(format: predicateFormat, argumentArray: args))
  }

  /// Returns the non-nil objects that match a condition. The results are live and evaluated when they are first read.
  public func filter(_ predicate: RealmPredicate) -> Results<Value> { Results(_resultsCore.filtered(predicate, Value._storedPath)) }
}
