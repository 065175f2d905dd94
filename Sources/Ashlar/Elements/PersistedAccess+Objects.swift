import AshlarSchema

// In an extension of the protocol, where `Self` is the class itself, as for elements.
extension _PersistableInsideOptional where Self: ObjectBase {
  /// A required link: the plugin refuses it.
  public static func _read(_ object: ObjectBase, _ column: Int) -> Self {
    misuse(.schema("A link to '\(Self.self)' must be optional: write '\(Self.self)?'."))
  }
  /// A required link: the plugin refuses it.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: Self) {
    misuse(.schema("A link to '\(Self.self)' must be optional: write '\(Self.self)?'."))
  }
  /// Follows a link.
  @inlinable @inline(__always) public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Self? {
    object._object(column, Self.self)
  }
  /// Sets a link.
  @inlinable @inline(__always) public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Self?) {
    object._setObject(column, value)
  }
}
