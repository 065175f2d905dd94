import AshlarSchema

/// A type that the keys of a map can have. Only String conforms.
public nonisolated protocol _MapKey: Hashable, _ObjcBridgeable, Sendable {
  /// The key as a string.
  var _text: String { get }
  /// Returns the key for a string.
  static func _key(_ text: String) -> Self
}

extension String: _MapKey {
  /// The string itself.
  public var _text: String { self }
  /// Returns the string itself.
  public static func _key(_ text: String) -> String { text }
}

/// An entry of a map, with the types of its key and its value.
public nonisolated protocol _RealmMapValue {
  /// The type of keys.
  associatedtype Key: _MapKey
  /// The type of values.
  associatedtype Value: RealmCollectionValue
  /// Creates an entry.
  init(_key: Key, _value: Value)
}

/// One entry of a map.
///
/// ```swift
/// for entry in person.scores { print(entry.key, entry.value) }
/// ```
public nonisolated struct SingleMapEntry<Key: _MapKey, Value: RealmCollectionValue>: _RealmMapValue, Hashable {
  /// The key.
  public var key: Key
  /// The value.
  public var value: Value

  /// Creates an entry. Used by the runtime.
  public init(_key: Key, _value: Value) {
    key = _key
    value = _value
  }

  /// Returns whether the values are equal; keys are not compared.
  public static func == (a: SingleMapEntry, b: SingleMapEntry) -> Bool { a.value == b.value }

  /// Hashes the key only.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
