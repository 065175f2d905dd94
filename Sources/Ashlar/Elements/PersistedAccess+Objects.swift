import AshlarSchema

// Declared in an extension of the protocol because `Self` is the class itself there, as for elements.
extension _PersistableInsideOptional where Self: ObjectBase {
  /// Stops the program: a link must be optional. The plugin rejects a required link.
  public static func _read(_ object: ObjectBase, _ column: Int) -> Self {
    misuse(.schema("A link to '\(Self.self)' must be optional: write '\(Self.self)?'."))
  }
  /// Stops the program: a link must be optional. The plugin rejects a required link.
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
