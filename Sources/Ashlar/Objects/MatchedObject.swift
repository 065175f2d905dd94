import AshlarStore

/// The stored object with the values that a new object has in the properties of a unique rule.
struct MatchedObject {
  // The key of the object's row; nil if there is no such object.
  private let key: Int64?
  /// The columns of the primary key for which the new object has its own values, not values that would be generated for a new row.
  let keyColumns: [Int]

  init(_ key: Int64?, keyColumns: [Int]) { (self.key, self.keyColumns) = (key, keyColumns) }

  /// Returns the row; nil if there is none.
  func row(_ core: _RealmCore, _ entity: _Entity) -> _Row? {
    key.flatMap { key in core.reading { () throws(StoreError) in try core.session.locate(entity.ordinal, key) } }
  }
}

extension ObjectBase {
  /// Whether the value of a column of this unmanaged object would be generated when it is first read.
  final func _isDefaultPending(_ column: Int) -> Bool {
    guard column < 64, _rowAccess.generation == 0 else { return false }
    return (_rowAccess.base - _Entity.headSize).load(as: UInt64.self) >> UInt64(column) & 1 == 1
  }
}
