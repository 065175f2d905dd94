import AshlarStore

// An object that was decoded from its primary key alone. In a Realm it is the stored object with this key; its other properties are
// defaults that are never stored.
extension _Row {
  // Row keys are not negative; that of other unmanaged objects, and of invalid ones, is -1.
  private static let referenceKey: Int64 = -2

  /// Whether the row of an unmanaged object has a primary key and no other values.
  var isReference: Bool { key == _Row.referenceKey }

  mutating func becomeReference() {
    assert(key == -1, "only an unmanaged object becomes a reference")
    key = _Row.referenceKey
    // Stores then take the slow path, which rejects them.
    generation = 0
  }
}

extension ObjectBase {
  /// Whether the object is unmanaged and stands for the stored object with its primary key.
  final var _isReference: Bool { _kind == .unmanaged && _row.isReference }

  /// Marks an unmanaged object whose only value is the primary key.
  final func _becomeReference() { _row.becomeReference() }
}
