import AshlarSchema

// These methods are in an extension of the protocol, in which `Self` is the class itself; see `ObjectBase+Element.swift`.
extension _PersistableInsideOptional where Self: ObjectBase {
  /// Stops the program: a link must be optional. The plugin rejects a required link.
  public static func _read(_ object: ObjectBase, _ column: Int) -> Self {
    misuse(.schema("A link to '\(Self.self)' must be optional: write '\(Self.self)?'."))
  }
  /// Stops the program: a link must be optional. The plugin rejects a required link.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: Self) {
    misuse(.schema("A link to '\(Self.self)' must be optional: write '\(Self.self)?'."))
  }
  /// Reads a link; nil if it is null.
  @inlinable @inline(__always) public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Self? {
    object._object(column, Self.self)
  }
  /// Writes a link.
  @inlinable @inline(__always) public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Self?) {
    object._setObject(column, value)
  }
}
