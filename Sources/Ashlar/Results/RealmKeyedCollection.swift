import AshlarSchema

/// A position in a map, as other languages have it. Nothing takes one.
public nonisolated struct MapIndex {
  /// The offset from the beginning.
  public var offset: UInt

  /// Makes a position.
  public init(offset: UInt) { self.offset = offset }
}

/// What collections of values by key have in common.
public nonisolated protocol RealmKeyedCollection: Sequence, CustomStringConvertible, ThreadConfined {
  /// The type of keys.
  associatedtype Key: _MapKey
  /// The type of values.
  associatedtype Value: RealmCollectionValue

  /// How many entries there are.
  var count: Int { get }
  /// The keys.
  var keys: [Key] { get }
  /// The values in the order of the keys.
  var values: [Value] { get }
  /// Sets the value of a key.
  func updateValue(_ value: Value, forKey key: Key)
  /// Removes an entry.
  func removeObject(for key: Key)
  /// Removes every entry.
  func removeAll()
  /// The value of a key; setting nil removes the entry.
  subscript(key: Key) -> Value? { get set }
  /// Whether the condition holds for an entry.
  func contains(where predicate: @escaping (_ key: Key, _ value: Value) -> Bool) -> Bool
  /// The value of a key, or of an operator.
  func value(forKey key: String) -> Any?
  /// What a dotted path of keys and properties leads to.
  func value(forKeyPath keyPath: String) -> Any?
  /// Sets the value of a key; nil removes the entry.
  func setValue(_ value: Any?, forKey key: String)
  /// The objects that are values, as results. For the runtime.
  var _resultsCore: _ResultsCore { get }
}

extension RealmKeyedCollection {
  /// The objects in the order of a property; nil values are left out.
  public func sorted(byKeyPath keyPath: String, ascending: Bool = true) -> Results<Value> {
    sorted(by: [SortDescriptor(keyPath: keyPath, ascending: ascending)])
  }

  /// The objects in the order of several properties, the first being the most important; nil values are left out.
  public func sorted<S: Sequence>(by sortDescriptors: S) -> Results<Value> where S.Element == SortDescriptor {
    Results(_resultsCore.sorted(Array(sortDescriptors)))
  }

  /// The first object of each combination of values of some properties, in the order of their keys; nil values are left out.
  public func distinct<S: Sequence>(by keyPaths: S) -> Results<Value> where S.Element == String {
    Results(_resultsCore.distinct(Array(keyPaths)))
  }

  /// The smallest value of a property of the objects; nil when there is none.
  public func min<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.min, property)
  }

  /// The largest value of a property of the objects; nil when there is none.
  public func max<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
    _resultsCore.extreme(.max, property)
  }

  /// The sum of a property of the objects; 0 when there is none.
  public func sum<T: _HasPersistedType>(ofProperty property: String) -> T where T.PersistedType: AddableType {
    _resultsCore.sum(property)
  }

  /// The mean of a property of the objects; nil when there is none.
  public func average<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: AddableType {
    _resultsCore.average(property)
  }
}

extension RealmKeyedCollection where Value: OptionalProtocol, Value.Wrapped: ObjectBase {
  /// The objects for which the condition holds, live and evaluated when they are first needed; nil values are left out.
  public func `where`(_ isIncluded: (Query<Value>) -> Query<Bool>) -> Results<Value> {
    let condition = isIncluded(Query<Value>())
    return Results(_resultsCore.filtered(condition.condition()))
  }

  /// The objects in the order of a property; nil values are left out.
  public func sorted<T: _HasPersistedType>(by keyPath: KeyPath<Value.Wrapped, T>, ascending: Bool = true) -> Results<Value>
  where T.PersistedType: SortableType {
    sorted(byKeyPath: KeyPathParts.path(of: keyPath, for: .values), ascending: ascending)
  }

  /// The first object of each combination of values of some properties, in the order of their keys; nil values are left out.
  public func distinct<S: Sequence>(by keyPaths: S) -> Results<Value> where S.Element == PartialKeyPath<Value.Wrapped> {
    distinct(by: keyPaths.map { KeyPathParts.path(of: $0, for: .values) })
  }

  /// The smallest value of a property.
  public func min<T: _HasPersistedType>(of keyPath: KeyPath<Value.Wrapped, T>) -> T? where T.PersistedType: MinMaxType {
    min(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// The largest value of a property.
  public func max<T: _HasPersistedType>(of keyPath: KeyPath<Value.Wrapped, T>) -> T? where T.PersistedType: MinMaxType {
    max(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// The sum of a property.
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Value.Wrapped, T>) -> T where T.PersistedType: AddableType {
    sum(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// The mean of a property.
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Value.Wrapped, T>) -> T? where T.PersistedType: AddableType {
    average(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }
}
