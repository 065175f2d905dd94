import AshlarStore

// An object that was decoded from its primary key alone. In a Realm it is the stored object with this key; its other properties are
// defaults that are never stored. The flag is in the head of an unmanaged block, after the bits of pending defaults.
extension _Row {
  private static let flag = 8

  /// Whether the block of an unmanaged object has a primary key and no other values.
  var isReference: Bool {
    get { (base - _Entity.headSize).load(fromByteOffset: _Row.flag, as: UInt8.self) != 0 }
    nonmutating set { (base - _Entity.headSize).storeBytes(of: newValue ? 1 : 0, toByteOffset: _Row.flag, as: UInt8.self) }
  }
}

extension ObjectBase {
  /// Whether the object is unmanaged and stands for the stored object with its primary key.
  final var _isReference: Bool { _kind == .unmanaged && _row.isReference }

  /// Marks an unmanaged object whose only value is the primary key.
  final func _becomeReference() {
    _row.isReference = true
    // Stores then take the slow path, which rejects them.
    _row.generation = 0
  }
}
