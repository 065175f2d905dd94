/// A key of a map and its value.
public struct SingleMapEntry<Key: Hashable, Value: RealmCollectionValue> {
  /// The key.
  public var key: Key
  /// The value.
  public var value: Value
}

/// Values by text keys.
public nonisolated final class Map<Key: Hashable, Value: RealmCollectionValue>: Sequence {
  var place: AnyPlace?
  var loose: UInt64?
  private var own: [Key: Value] = [:]

  /// Makes an unmanaged, empty map.
  public init() {}

  init(at place: AnyPlace) where Key == String, Value == AnyRealmValue { self.place = place }

  private var values_: [Key: Value] {
    get {
      guard let place else { return own }
      return Dictionary(uniqueKeysWithValues: place.entries.map { ($0.key, $0.value) }) as? [Key: Value] ?? [:]
    }
    set {
      guard let place else {
        own = newValue
        return
      }
      if let entries = newValue as? [String: AnyRealmValue] { place.replace(with: entries.map { ($0.key, $0.value) }) }
    }
  }

  /// The Realm of the map.
  public var realm: Realm? { place.map { Realm($0.core) } }
  /// Whether it is gone.
  public var isInvalidated: Bool { place.map { !$0.isValid } ?? false }
  /// How many entries there are.
  public var count: Int { values_.count }
  /// The keys.
  public var keys: [Key] { Array(values_.keys) }
  /// The values.
  public var values: [Value] { Array(values_.values) }
  /// The value of a key.
  public subscript(key: Key) -> Value? {
    get { values_[key] }
    set {
      place?.requireWrite("Map")
      values_[key] = newValue
    }
  }
  /// Removes a key.
  public func removeObject(for key: Key) { self[key] = nil }
  /// Removes all keys.
  public func removeAll() { values_ = [:] }
  /// The entries.
  public func makeIterator() -> AnyIterator<SingleMapEntry<Key, Value>> {
    AnyIterator(values_.map { SingleMapEntry(key: $0.key, value: $0.value) }.makeIterator())
  }
}

extension Map: Equatable, CustomStringConvertible {
  /// Unmanaged: by content; parts of a managed value: the same part.
  public static func == (a: Map, b: Map) -> Bool {
    if let a = a.place, let b = b.place { return a.isSame(as: b) }
    return a.place == nil && b.place == nil && a.own == b.own
  }
  /// The entries.
  public var description: String { "\(values_)" }
}
