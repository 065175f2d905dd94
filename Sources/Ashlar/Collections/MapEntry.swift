import AshlarSchema

/// A type that the keys of a map may have: text.
public nonisolated protocol _MapKey: Hashable, _ObjcBridgeable, Sendable {
  /// The key as text.
  var _text: String { get }
  /// The key that text stands for.
  static func _key(_ text: String) -> Self
}

extension String: _MapKey {
  /// The text itself.
  public var _text: String { self }
  /// The text itself.
  public static func _key(_ text: String) -> String { text }
}

/// The types of a map's entry.
public nonisolated protocol _RealmMapValue {
  /// The type of keys.
  associatedtype Key: _MapKey
  /// The type of values.
  associatedtype Value: RealmCollectionValue
  /// Makes an entry.
  init(_key: Key, _value: Value)
}

/// One entry of a map.
public nonisolated struct SingleMapEntry<Key: _MapKey, Value: RealmCollectionValue>: _RealmMapValue, Hashable {
  /// The key.
  public var key: Key
  /// The value.
  public var value: Value

  /// Makes an entry. For the runtime.
  public init(_key: Key, _value: Value) {
    key = _key
    value = _value
  }

  /// Compares values only.
  public static func == (a: SingleMapEntry, b: SingleMapEntry) -> Bool { a.value == b.value }

  /// Hashes the key only.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
