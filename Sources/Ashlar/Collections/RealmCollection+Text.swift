extension RealmCollection where Element: ObjectBase {
  /// The elements for which a condition in text holds, live and evaluated when they are first needed.
  ///
  ///     people.filter("age > %@ AND ANY dogs.name BEGINSWITH[c] %@", 3, "a")
  ///
  /// A text that says no condition, a name that the type does not have and a value of another type stop the program with the place in the
  /// text. For text that people type, see `RealmPredicate.init(parsing:arguments:)`.
  /// - Parameters:
  ///   - predicateFormat: the condition, see the guide's page on conditions in text.
  ///   - args: values for the placeholders, in their order.
  public func filter(_ predicateFormat: String, _ args: Any...) -> Results<Element> {
    filter(RealmPredicate(format: predicateFormat, argumentArray: args))
  }

  /// The elements for which a condition holds, live and evaluated when they are first needed. Names and values that do not fit the type stop
  /// the program; see `RealmPredicate.check(on:)`.
  public func filter(_ predicate: RealmPredicate) -> Results<Element> { Results(_resultsCore.filtered(predicate)) }

  /// The position of the first element for which a condition in text holds, or nil. See `index(matching:)` with a closure for unmanaged
  /// collections. O(count).
  public func index(matching predicateFormat: String, _ args: Any...) -> Int? {
    index(matching: RealmPredicate(format: predicateFormat, argumentArray: args))
  }

  /// The position of the first element for which a condition holds, or nil. In an unmanaged collection, an order or a limit behind the
  /// condition stops the program. O(count).
  public func index(matching predicate: RealmPredicate) -> Int? {
    guard _resultsCore.unmanaged == nil else {
      if !predicate.parsed.arranging.isEmpty {
        misuse(.query("'SORT', 'DISTINCT' and 'LIMIT' are for collections of a Realm: leave them out of '\(predicate)'."))
      }
      let entity = _resultsCore.entity
      return UnmanagedSearch(entity).index(in: self) { core in
        do throws(RealmPredicateError) { return try predicate.condition(entity, core) } catch { misuse(.predicate(error)) }
      }
    }
    return filter(predicate).first.flatMap { index(of: $0) }
  }
}

extension RealmPredicate {
  /// Throws `RealmPredicateError` when the condition names a property that the elements of a collection do not have, or compares one with a
  /// value of another type: what `filter` would stop the program for. The collection must be managed.
  public func check<C: RealmCollection>(on collection: C) throws(RealmPredicateError) where C.Element: ObjectBase {
    _ = try collection._resultsCore.condition(self)
    _ = try collection._resultsCore.arrangement(self)
  }
}
