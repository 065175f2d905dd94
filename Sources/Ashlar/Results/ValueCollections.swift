import AshlarSchema

// Aggregates and sorting of collections of values, managed or not. The aggregates exclude nil and NaN.

extension RealmCollection {
  fileprivate var aggregates: ValueAggregates { _collectionBase?._aggregates ?? ValueAggregates(self) }
}

extension RealmCollection where Element.PersistedType: MinMaxType {
  /// Returns the smallest element, excluding nil and NaN; nil if there is none.
  ///
  /// ```swift
  /// let worst = person.scores.min() ?? 0
  /// ```
  ///
  /// Complexity: O(`count`).
  public func min() -> Element? { aggregates.min() }

  /// Returns the largest element, excluding nil and NaN; nil if there is none. See `min()`. Complexity: O(`count`).
  public func max() -> Element? { aggregates.max() }
}

extension RealmCollection where Element.PersistedType: AddableType {
  /// Returns the sum of the elements, excluding nil, NaN and `AnyRealmValue`s that are not numbers; 0 if there are none.
  ///
  /// ```swift
  /// let total = person.scores.sum()
  /// ```
  ///
  /// Integers wrap. Complexity: O(`count`).
  public func sum() -> Element { aggregates.sum() }

  /// Returns the mean of the elements, excluding nil, NaN and `AnyRealmValue`s that are not numbers; nil if there are none.
  ///
  /// ```swift
  /// let mean: Double? = person.scores.average()
  /// ```
  ///
  /// Complexity: O(`count`).
  public func average<T: _HasPersistedType>() -> T? where T.PersistedType: AddableType { aggregates.average() }
}

extension RealmCollection where Element.PersistedType: SortableType {
  /// Returns the elements in ascending or descending order.
  ///
  /// ```swift
  /// let best = person.scores.sorted(ascending: false).first
  /// ```
  ///
  /// Nil is less than every value. The results are live and evaluated when they are first read.
  public func sorted(ascending: Bool = true) -> Results<Element> { Results(_resultsCore.arrangedValues(.sorted(ascending: ascending))) }

  /// Returns the first of each group of equal values, in the order of the collection.
  ///
  /// ```swift
  /// let played = person.scores.distinct().count
  /// ```
  ///
  /// The results are live and evaluated when they are first read.
  public func distinct() -> Results<Element> { Results(_resultsCore.arrangedValues(.distinct)) }
}

extension RealmKeyedCollection {
  fileprivate var aggregates: ValueAggregates {
    (self as? _CollectionBase)?._aggregates ?? ValueAggregates(values)
  }
}

extension RealmKeyedCollection where Value.PersistedType: MinMaxType {
  /// Returns the smallest value, excluding nil and NaN; nil if there is none. See `RealmCollection.min()`. Complexity: O(`count`).
  public func min() -> Value? { aggregates.min() }

  /// Returns the largest value, excluding nil and NaN; nil if there is none. See `RealmCollection.max()`. Complexity: O(`count`).
  public func max() -> Value? { aggregates.max() }
}

extension RealmKeyedCollection where Value.PersistedType: AddableType {
  /// Returns the sum of the values, excluding nil, NaN and `AnyRealmValue`s that are not numbers; 0 if there are none. Integers wrap. See
  /// `RealmCollection.sum()`. Complexity: O(`count`).
  public func sum() -> Value { aggregates.sum() }

  /// Returns the mean of the values, excluding nil, NaN and `AnyRealmValue`s that are not numbers; nil if there are none. See
  /// `RealmCollection.average()`. Complexity: O(`count`).
  public func average<T: _HasPersistedType>() -> T? where T.PersistedType: AddableType { aggregates.average() }
}

extension RealmKeyedCollection where Value.PersistedType: SortableType {
  /// Returns the values in ascending or descending order. Nil is less than every value. The results are live and evaluated when they are
  /// first read. See `RealmCollection.sorted(ascending:)`.
  public func sorted(ascending: Bool = true) -> Results<Value> { Results(_resultsCore.arrangedValues(.sorted(ascending: ascending))) }

  /// Returns the first of each group of equal values, in the order of the keys. The results are live and evaluated when they are first
  /// read. See `RealmCollection.distinct()`.
  public func distinct() -> Results<Value> { Results(_resultsCore.arrangedValues(.distinct)) }
}
