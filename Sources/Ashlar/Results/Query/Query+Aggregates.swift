extension Query {
  fileprivate func aggregate<V>(_ aggregate: ValueExpression.Aggregate) -> Query<V> {
    guard path.isMany else {
      misuse(
        .query(
          "Invalid keypath '\(path.text).@\(aggregate.rawValue)': Property '\(path.text)' is not a link or collection and can only appear at the "
            + "end of a keypath."))
    }
    return Query<V>(.aggregate(aggregate, path))
  }

  /// Returns whether all elements except nil and NaN are in a range; false if there are no such elements.
  fileprivate func all<V>(from low: V, _ comparison: Comparison, _ high: V) -> Query<Bool> {
    let (smallest, largest): (Query<V>, Query<V>) = (aggregate(.min), aggregate(.max))
    return smallest.compare(.greaterOrEqual, low) && largest.compare(comparison, high)
  }
}

extension Query where T: RealmCollection, T.Element: _HasPersistedType, T.Element.PersistedType: _QueryNumeric {
  /// The smallest element, excluding nil and NaN; nil if there is none.
  ///
  /// ```swift
  /// people.where { $0.scores.min > 3 }
  /// ```
  public var min: Query<T.Element> { aggregate(.min) }
  /// The largest element, excluding nil and NaN; nil if there is none: `$0.scores.max < 10`.
  public var max: Query<T.Element> { aggregate(.max) }
  /// The mean of the elements, excluding nil, NaN and `AnyRealmValue`s that are not numbers; nil if there are none. Stops the program for
  /// dates.
  ///
  /// ```swift
  /// people.where { $0.scores.avg >= 5 }
  /// ```
  public var avg: Query<T.Element> { aggregate(.avg) }
  /// The sum of the elements, excluding nil, NaN and `AnyRealmValue`s that are not numbers; 0 if there are none. Stops the program for
  /// dates.
  ///
  /// ```swift
  /// people.where { $0.scores.sum > 100 }
  /// ```
  public var sum: Query<T.Element> { aggregate(.sum) }

  /// Whether any element is less than a value: `$0.scores < 3`.
  public static func < (a: Query, b: T.Element) -> Query<Bool> { a.compare(.less, b) }
  /// Whether any element is less than or equal to a value: `$0.scores <= 3`.
  public static func <= (a: Query, b: T.Element) -> Query<Bool> { a.compare(.lessOrEqual, b) }
  /// Whether any element is greater than a value: `$0.scores > 3`.
  public static func > (a: Query, b: T.Element) -> Query<Bool> { a.compare(.greater, b) }
  /// Whether any element is greater than or equal to a value: `$0.scores >= 3`.
  public static func >= (a: Query, b: T.Element) -> Query<Bool> { a.compare(.greaterOrEqual, b) }
}

extension Query where T: RealmCollection, T.Element: Comparable {
  /// Whether all elements except NaN are in a half-open range; false if there are no such elements. Stops the program unless the elements
  /// are numbers or dates.
  ///
  /// ```swift
  /// people.where { $0.scores.contains(1..<6) }
  /// ```
  public func contains(_ range: Range<T.Element>) -> Query<Bool> { all(from: range.lowerBound, .less, range.upperBound) }
  /// Whether all elements except NaN are in a closed range; false if there are no such elements: `$0.scores.contains(1...5)`.
  public func contains(_ range: ClosedRange<T.Element>) -> Query<Bool> { all(from: range.lowerBound, .lessOrEqual, range.upperBound) }
}

extension Query where T: RealmCollection, T.Element: OptionalProtocol, T.Element.Wrapped: Comparable {
  /// Whether all elements except nil and NaN are in a half-open range; false if there are no such elements: `$0.scores.contains(1..<6)`.
  /// Stops the program unless the elements are numbers or dates.
  public func contains(_ range: Range<T.Element.Wrapped>) -> Query<Bool> { all(from: range.lowerBound, .less, range.upperBound) }
  /// Whether all elements except nil and NaN are in a closed range; false if there are no such elements: `$0.scores.contains(1...5)`.
  public func contains(_ range: ClosedRange<T.Element.Wrapped>) -> Query<Bool> {
    all(from: range.lowerBound, .lessOrEqual, range.upperBound)
  }
}

extension Query where T: RealmKeyedCollection, T.Value: _HasPersistedType, T.Value.PersistedType: _QueryNumeric {
  /// The smallest value, excluding nil and NaN; nil if there is none: `$0.scoresByGame.min > 3`.
  public var min: Query<T.Value> { aggregate(.min) }
  /// The largest value, excluding nil and NaN; nil if there is none.
  public var max: Query<T.Value> { aggregate(.max) }
  /// The mean of the values, excluding nil, NaN and `AnyRealmValue`s that are not numbers; nil if there are none. Stops the program for
  /// dates.
  public var avg: Query<T.Value> { aggregate(.avg) }
  /// The sum of the values, excluding nil, NaN and `AnyRealmValue`s that are not numbers; 0 if there are none. Stops the program for dates.
  public var sum: Query<T.Value> { aggregate(.sum) }
}

extension Query where T: RealmKeyedCollection, T.Value: Comparable {
  /// Whether all values except NaN are in a half-open range; false if there are no such values. Stops the program unless the values are
  /// numbers or dates.
  public func contains(_ range: Range<T.Value>) -> Query<Bool> { all(from: range.lowerBound, .less, range.upperBound) }
  /// Whether all values except NaN are in a closed range; false if there are no such values.
  public func contains(_ range: ClosedRange<T.Value>) -> Query<Bool> { all(from: range.lowerBound, .lessOrEqual, range.upperBound) }
}

extension Query where T: RealmKeyedCollection, T.Value: OptionalProtocol, T.Value.Wrapped: Comparable {
  /// Whether all values except nil and NaN are in a half-open range; false if there are no such values. Stops the program unless the values
  /// are numbers or dates.
  public func contains(_ range: Range<T.Value.Wrapped>) -> Query<Bool> { all(from: range.lowerBound, .less, range.upperBound) }
  /// Whether all values except nil and NaN are in a closed range; false if there are no such values.
  public func contains(_ range: ClosedRange<T.Value.Wrapped>) -> Query<Bool> { all(from: range.lowerBound, .lessOrEqual, range.upperBound) }
}

extension Query where T: _HasPersistedType, T.PersistedType: _QueryNumeric {
  /// The smallest value of a property among the objects of a collection, excluding nil and NaN; nil if there is none.
  ///
  /// ```swift
  /// people.where { $0.dogs.age.min > 3 }
  /// ```
  public var min: Query { aggregate(.min) }
  /// The largest value of a property among the objects of a collection, excluding nil and NaN; nil if there is none:
  /// `$0.dogs.age.max < 10`.
  public var max: Query { aggregate(.max) }
  /// The mean of a property among the objects of a collection, excluding nil, NaN and `AnyRealmValue`s that are not numbers; nil if there
  /// are no values: `$0.dogs.age.avg >= 5`. Stops the program for dates.
  public var avg: Query { aggregate(.avg) }
  /// The sum of a property among the objects of a collection, excluding nil, NaN and `AnyRealmValue`s that are not numbers; 0 if there are
  /// no values. Stops the program for dates.
  ///
  /// ```swift
  /// people.where { $0.dogs.age.sum > 20 }
  /// ```
  public var sum: Query { aggregate(.sum) }
}

extension Query where T == Bool {
  /// The number of objects of a collection that match the condition, all of whose paths must lead through that collection.
  ///
  /// ```swift
  /// people.where { ($0.dogs.age > 3 && $0.dogs.name == "Rex").count > 1 }
  /// ```
  ///
  /// A condition on several collections, or on none, stops the program.
  public var count: Query<Int> { Query<Int>(Condition.counting(condition())) }
}

extension Condition {
  fileprivate static func counting(_ condition: Condition) -> ValueExpression {
    var collection: Path?
    let inner = condition.rewriting(
      paths: { path in
        for index in path.indices {
          switch path[index] {
          case .name: continue
          case .many:
            let prefix = Array(path[...index])
            if let collection, collection != prefix { misuse(.query("Subqueries must use a single collection.")) }
            collection = prefix
            let rest = Array(path[(index + 1)...])
            checkSubscripts(of: rest)
            return rest
          case .key, .index, .last, .values, .keys: misuse(.query("Subqueries do not support AnyRealmValue subscripts."))
          }
        }
        misuse(
          .query(
            path.isEmpty
              ? "Subqueries must use a single collection: one inside another is written in text, 'SUBQUERY(…)'."
              : "Subqueries must contain a keypath starting with a collection."))
      }, constants: { $0 })
    guard let collection else { misuse(.query("Subqueries must contain a keypath starting with a collection.")) }
    return .subquery(collection, inner)
  }

  // Stops the program if the path selects keys or values of a map or contents of an `AnyRealmValue`, which subqueries do not support.
  private static func checkSubscripts(of path: Path) {
    var isMap = true
    for part in path {
      switch part {
      case .name: isMap = false
      case .many: isMap = true
      case .key, .index, .last, .values, .keys:
        misuse(.query(isMap ? "Subqueries do not support map subscripts." : "Subqueries do not support AnyRealmValue subscripts."))
      }
    }
  }
}
