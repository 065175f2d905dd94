// These functions are available for all types of elements, so that generic code can call them; collections of values reject conditions at
// run time.
extension RealmCollection {
  /// Returns the elements that match a condition in text. The results are live and evaluated when they are first read.
  ///
  /// ```swift
  /// people.filter("age > %@ AND ANY dogs.name BEGINSWITH[c] %@", 3, "a")
  /// ```
  ///
  /// Text that is not a condition, an unknown name, or a value that does not fit its property stops the program with a message that states
  /// the position in the text. For text that users type, see `RealmPredicate.init(parsing:arguments:)`. For projections, a name is that of
  /// a projected property or, if there is none, of a property of the projected object. Values have no properties: filter them with Swift's
  /// `filter`, which takes a closure.
  ///
  /// - Parameters:
  ///   - predicateFormat: The condition; see the guide, *Conditions in text*.
  ///   - args: The values, in the order of the placeholders.
  public func filter(_ predicateFormat: String, _ args: Any...) -> Results<Element> {
    filter(RealmPredicate(format: predicateFormat, argumentArray: args))
  }

  /// Returns the elements that match a condition.
  ///
  /// ```swift
  /// let isAdult = RealmPredicate(format: "age >= 18")
  /// let adults = people.filter(isAdult)
  /// ```
  ///
  /// The results are live and evaluated when they are first read.
  ///
  /// - Parameter predicate: The condition. An unknown name, or a value that does not fit its property, stops the program; see
  ///   `RealmPredicate.check(on:)`.
  public func filter(_ predicate: RealmPredicate) -> Results<Element> { Results(_resultsCore.filtered(predicate, Element._storedPath)) }

  /// Returns the position of the first element that matches a condition in text; nil if none matches.
  ///
  /// ```swift
  /// let position = people.index(matching: "age > %@", 3)
  /// ```
  ///
  /// For unmanaged collections, see also `index(matching:)` with a closure. Complexity: O(`count`).
  public func index(matching predicateFormat: String, _ args: Any...) -> Int? {
    index(matching: RealmPredicate(format: predicateFormat, argumentArray: args))
  }

  /// Returns the position of the first element that matches a condition; nil if none matches. If the condition contains `SORT`, the sort
  /// order determines which element is first. In an unmanaged collection, a condition with `SORT`, `DISTINCT` or `LIMIT` stops the program.
  /// Complexity: O(`count`).
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
  /// Checks that a condition fits the elements of a collection.
  ///
  /// ```swift
  /// try RealmPredicate(parsing: text).check(on: people)
  /// ```
  ///
  /// Throws `RealmPredicateError` if the condition names a property that the elements do not have, lacks an argument, compares a
  /// property with a value that does not fit it, or contains `SORT`, `DISTINCT` or `LIMIT` in a part of a combination. `filter` would stop
  /// the program for such a condition.
  ///
  /// - Parameter collection: A managed collection of objects; any other stops the program.
  public func check<C: RealmCollection>(on collection: C) throws(RealmPredicateError) {
    _ = try collection._resultsCore.condition(self, C.Element._storedPath)
    _ = try collection._resultsCore.arrangement(self, C.Element._storedPath)
  }
}
