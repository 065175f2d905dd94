import AshlarStore

// A reference is an unmanaged object that was decoded from its primary key alone. Until it is added to a Realm, its other properties have
// default values, which are never stored; adding it makes it an accessor for the stored object with this key.
extension _Row {
  // The keys of stored rows are not negative. The key of an unmanaged object that is not a reference is -1.
  private static let referenceKey: Int64 = -2

  /// Whether the row of an unmanaged object has a primary key and no other values.
  var isReference: Bool { key == _Row.referenceKey }

  mutating func becomeReference() {
    assert(key == -1, "only an unmanaged object becomes a reference")
    key = _Row.referenceKey
    // Accesses then take the slow path, which rejects writes to any property but the primary key.
    generation = 0
  }
}

extension ObjectBase {
  /// Whether the object is unmanaged and represents the stored object with its primary key.
  final var _isReference: Bool { _kind == .unmanaged && _rowAccess.isReference }

  /// Marks the object as a reference.
  final func _becomeReference() { _rowAccess.becomeReference() }
}
