extension RealmKeyedCollection {
  /// The objects for which a condition in text holds, live and evaluated when they are first needed; nil values are left out. See
  /// `RealmCollection.filter(_:_:)`.
  public func filter(_ predicateFormat: String, _ args: Any...) -> Results<Value> {
    filter(RealmPredicate(format: predicateFormat, argumentArray: args))
  }

  /// The objects for which a condition holds, live and evaluated when they are first needed; nil values are left out.
  public func filter(_ predicate: RealmPredicate) -> Results<Value> { Results(_resultsCore.filtered(predicate, Value._storedPath)) }
}
