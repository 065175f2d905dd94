import AshlarSchema

// Aggregates and order of collections of values. They leave nils and NaN out, of unmanaged collections too.

extension RealmCollection {
  fileprivate var aggregates: ValueAggregates { _collectionBase?._aggregates ?? ValueAggregates(self) }
}

extension RealmCollection where Element.PersistedType: MinMaxType {
  /// The smallest element; nil when there is none. O(count).
  public func min() -> Element? { aggregates.min() }

  /// The largest element; nil when there is none. O(count).
  public func max() -> Element? { aggregates.max() }
}

extension RealmCollection where Element.PersistedType: AddableType {
  /// The sum of the elements; 0 when there is none. Integers wrap. O(count).
  public func sum() -> Element { aggregates.sum() }

  /// The mean of the elements; nil when there is none. O(count).
  public func average<T: _HasPersistedType>() -> T? where T.PersistedType: AddableType { aggregates.average() }
}

extension RealmCollection where Element.PersistedType: SortableType {
  /// The elements in their order, nil first: live, and computed when they are first needed.
  public func sorted(ascending: Bool = true) -> Results<Element> { Results(_resultsCore.arrangedValues(.sorted(ascending: ascending))) }

  /// The first of each value, in the order of the collection: live, and computed when they are first needed.
  public func distinct() -> Results<Element> { Results(_resultsCore.arrangedValues(.distinct)) }
}

extension RealmKeyedCollection {
  fileprivate var aggregates: ValueAggregates {
    (self as? _CollectionBase)?._aggregates ?? ValueAggregates(values)
  }
}

extension RealmKeyedCollection where Value.PersistedType: MinMaxType {
  /// The smallest value; nil when there is none. O(count).
  public func min() -> Value? { aggregates.min() }

  /// The largest value; nil when there is none. O(count).
  public func max() -> Value? { aggregates.max() }
}

extension RealmKeyedCollection where Value.PersistedType: AddableType {
  /// The sum of the values; 0 when there is none. Integers wrap. O(count).
  public func sum() -> Value { aggregates.sum() }

  /// The mean of the values; nil when there is none. O(count).
  public func average<T: _HasPersistedType>() -> T? where T.PersistedType: AddableType { aggregates.average() }
}

extension RealmKeyedCollection where Value.PersistedType: SortableType {
  /// The values in their order, nil first: live, and computed when they are first needed.
  public func sorted(ascending: Bool = true) -> Results<Value> { Results(_resultsCore.arrangedValues(.sorted(ascending: ascending))) }

  /// The first of each value, in the order of their keys: live, and computed when they are first needed.
  public func distinct() -> Results<Value> { Results(_resultsCore.arrangedValues(.distinct)) }
}
