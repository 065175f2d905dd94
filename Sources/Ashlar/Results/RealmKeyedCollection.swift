import AshlarSchema

/// A position in a map, declared for source compatibility. No function accepts a `MapIndex`.
public nonisolated struct MapIndex {
  /// The offset from the beginning.
  public var offset: UInt

  /// Creates a position.
  public init(offset: UInt) { self.offset = offset }
}

/// The interface of collections that map keys to values. Changing a managed map requires an open write transaction.
///
/// ```swift
/// func names<Keyed: RealmKeyedCollection>(in map: Keyed) -> [String] where Keyed.Key == String {
///   map.keys.sorted()
/// }
/// ```
///
/// See the guide, *Collections*.
public nonisolated protocol RealmKeyedCollection: Sequence, CustomStringConvertible, ThreadConfined {
  /// The type of the keys.
  associatedtype Key: _MapKey
  /// The type of the values.
  associatedtype Value: RealmCollectionValue

  /// The number of entries.
  var count: Int { get }
  /// The keys.
  var keys: [Key] { get }
  /// The values, in the order of `keys`.
  var values: [Value] { get }
  /// Sets the value of a key: `map.updateValue(3, forKey: "chess")`.
  func updateValue(_ value: Value, forKey key: Key)
  /// Removes the entry of a key: `map.removeObject(for: "chess")`.
  func removeObject(for key: Key)
  /// Removes every entry.
  func removeAll()
  /// The value of a key. Setting nil removes the entry.
  ///
  /// ```swift
  /// person.scoresByGame["chess"] = 12
  /// person.scoresByGame["go"] = nil
  /// ```
  subscript(key: Key) -> Value? { get set }
  /// Returns whether the condition holds for any entry.
  ///
  /// ```swift
  /// let hasHighScore = person.scoresByGame.contains { game, score in score > 1_000 }
  /// ```
  func contains(where predicate: @escaping (_ key: Key, _ value: Value) -> Bool) -> Bool
  /// Returns the value of a key, or the result of an operator such as `@count`.
  func value(forKey key: String) -> Any?
  /// Returns the value at the end of a dotted path of keys and properties: `map.value(forKeyPath: "@max.self")`.
  func value(forKeyPath keyPath: String) -> Any?
  /// Sets the value of a key; nil removes the entry.
  func setValue(_ value: Any?, forKey key: String)
  /// The values, or the objects among them, as results. Used by the runtime.
  var _resultsCore: _ResultsCore { get }
}

extension RealmKeyedCollection {
  /// Returns the non-nil objects, sorted by a property; for the key path `self` in a map of values, returns the values in sorted order.
  ///
  /// ```swift
  /// let byAge = person.dogsByName.sorted(byKeyPath: "age", ascending: false)
  /// ```
  public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results<Value> {
    sorted(by: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
  }

  /// Returns the non-nil objects, sorted by several properties, the most significant one first. See `RealmCollection.sorted(by:)`.
  public func sorted<S: Sequence>(by sortDescriptors: S) -> Results<Value> where S.Element == SortDescriptor {
    Results(_resultsCore.sorted(Array(sortDescriptors)))
  }

  /// Returns the first non-nil object for each combination of values of the given properties, in the order of the keys; for the path `self`
  /// in a map of values, returns the first of each group of equal values.
  public func distinct<S: Sequence>(by keyPaths: S) -> Results<Value> where S.Element == String {
    Results(_resultsCore.distinct(Array(keyPaths)))
  }

  /// Returns the smallest value of a property of the objects, excluding nil and NaN; nil if there are no values. See
  /// `RealmCollection.min(ofProperty:)`. Complexity: O(n).
  public func min<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.min, property)
  }

  /// Returns the largest value of a property of the objects, excluding nil and NaN; nil if there are no values. See
  /// `RealmCollection.max(ofProperty:)`. Complexity: O(n).
  public func max<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.max, property)
  }

  /// Returns the sum of a property of the objects, excluding nil, NaN and `AnyRealmValue`s that are not numbers; 0 if there are no values.
  /// Integers wrap at 64 bits. See `RealmCollection.sum(ofProperty:)`. Complexity: O(n).
  public func sum<T: _HasPersistedType>(ofProperty property: String) -> T where T.PersistedType: AddableType {
    _resultsCore.sum(property)
  }

  /// Returns the mean of a property of the objects, excluding nil, NaN and `AnyRealmValue`s that are not numbers; nil if there are no
  /// values. See `RealmCollection.average(ofProperty:)`. Complexity: O(n).
  public func average<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: AddableType {
    _resultsCore.average(property)
  }
}

extension RealmKeyedCollection where Value: OptionalProtocol, Value.Wrapped: ObjectBase {
  /// Returns the non-nil objects that match a condition.
  ///
  /// ```swift
  /// let old = person.dogsByName.where { $0.age > 3 }
  /// ```
  ///
  /// The results are live and evaluated when they are first read.
  public func `where`(_ isIncluded: (Query<Value>) -> Query<Bool>) -> Results<Value> {
    let condition = isIncluded(Query<Value>())
    return Results(_resultsCore.filtered(condition.condition()))
  }

  /// Returns the non-nil objects, sorted by a property.
  ///
  /// ```swift
  /// let byAge = person.dogsByName.sorted(by: \.age)
  /// ```
  public func sorted<T: _HasPersistedType>(by keyPath: KeyPath<Value.Wrapped, T>, ascending: Bool = true) -> Results<Value>
  where T.PersistedType: SortableType {
    sorted(byKeyPath: KeyPathParts.path(of: keyPath, for: .values), ascending: ascending)
  }

  /// Returns the first non-nil object for each combination of values of the given properties, in the order of the keys.
  public func distinct<S: Sequence>(by keyPaths: S) -> Results<Value> where S.Element == PartialKeyPath<Value.Wrapped> {
    distinct(by: keyPaths.map { KeyPathParts.path(of: $0, for: .values) })
  }

  /// Returns the smallest value of a property, excluding NaN and `AnyRealmValue.none`; nil if there are no values.
  ///
  /// ```swift
  /// let youngest = person.dogsByName.min(of: \.age)
  /// ```
  ///
  /// Complexity: O(n).
  public func min<T: _HasPersistedType>(of keyPath: KeyPath<Value.Wrapped, T>) -> T? where T.PersistedType: MinMaxType {
    min(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// Returns the largest value of a property, excluding NaN and `AnyRealmValue.none`; nil if there are no values. See `min(of:)`.
  /// Complexity: O(n).
  public func max<T: _HasPersistedType>(of keyPath: KeyPath<Value.Wrapped, T>) -> T? where T.PersistedType: MinMaxType {
    max(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// Returns the sum of a property, excluding NaN and `AnyRealmValue`s that are not numbers; 0 if there are no values. Integers wrap at 64
  /// bits. See `RealmCollection.sum(of:)`. Complexity: O(n).
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Value.Wrapped, T>) -> T where T.PersistedType: AddableType {
    sum(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// Returns the mean of a property, excluding NaN and `AnyRealmValue`s that are not numbers; nil if there are no values. See
  /// `RealmCollection.average(of:)`. Complexity: O(n).
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Value.Wrapped, T>) -> T? where T.PersistedType: AddableType {
    average(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }
}
