// For generic code too, so of all elements; collections of values refuse conditions when the program runs.
extension RealmCollection {
  /// The elements for which a condition in text holds, live and evaluated when they are first needed.
  ///
  ///     people.filter("age > %@ AND ANY dogs.name BEGINSWITH[c] %@", 3, "a")
  ///
  /// A text that says no condition, a name that the type does not have and a value of another type stop the program with the place in the
  /// text. For text that people type, see `RealmPredicate.init(parsing:arguments:)`. Of projections, the
  /// names are those of projected properties or else of the objects' own. Elements that are no objects have none: there, Swift's `filter` takes a closure.
  /// - Parameters:
  ///   - predicateFormat: the condition, see the guide's page on conditions in text.
  ///   - args: values for the placeholders, in their order.
  public func filter(_ predicateFormat: String, _ args: Any...) -> Results<Element> {
    filter(RealmPredicate(format: predicateFormat, argumentArray: args))
  }

  /// The elements for which a condition holds, live and evaluated when they are first needed. Names and values that do not fit the type stop
  /// the program; see `RealmPredicate.check(on:)`.
  public func filter(_ predicate: RealmPredicate) -> Results<Element> { Results(_resultsCore.filtered(predicate, Element._storedPath)) }

  /// The position of the first element for which a condition in text holds, or nil. See `index(matching:)` with a closure for unmanaged
  /// collections. O(count).
  public func index(matching predicateFormat: String, _ args: Any...) -> Int? {
    index(matching: RealmPredicate(format: predicateFormat, argumentArray: args))
  }

  /// The position of the first element for which a condition holds, or nil. In an unmanaged collection, an order or a limit behind the
  /// condition stops the program. O(count).
  public func index(matching predicate: RealmPredicate) -> Int? {
    if let collection = _resultsCore.unmanaged {
      if type(of: collection)._elementType._elementEntity == nil { misuse(.query(_ResultsCore.onlyObjects)) }
      if predicate.arranges {
        misuse(.query("'SORT', 'DISTINCT' and 'LIMIT' are for collections of a Realm: leave them out of '\(predicate)'."))
      }
      let entity = _resultsCore.entity
      return UnmanagedSearch(entity).index(in: self) { core in
        do throws(RealmPredicateError) { return try predicate.condition(entity, core) } catch { misuse(.predicate("\(error)")) }
      }
    }
    return filter(predicate).first.flatMap { index(of: $0) }
  }
}

extension RealmPredicate {
  /// Throws `RealmPredicateError` when the condition names a property that the elements of a collection do not have, or compares one with a
  /// value of another type: what `filter` would stop the program for. The collection must be managed.
  public func check<C: RealmCollection>(on collection: C) throws(RealmPredicateError) {
    _ = try collection._resultsCore.condition(self, C.Element._storedPath)
    _ = try collection._resultsCore.arrangement(self, C.Element._storedPath)
  }
}
