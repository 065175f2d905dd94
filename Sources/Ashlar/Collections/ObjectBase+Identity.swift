import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ObjectBase {
  final var _currentRealm: Realm? {
    guard _kind == .live, !_wasDeletedHere else { return nil }
    return Realm(_realm)
  }

  final func _isSameRow(as other: ObjectBase?) -> Bool {
    guard let other else { return false }
    if _kind == .live { _realm.checkPlace("object") }
    if self === other { return true }
    return _kind == .live && _rowAccess.context == other._rowAccess.context && _rowAccess.key >= 0 && _rowAccess.key == other._rowAccess.key
      && _entity === other._entity && _isValid() && other._isValid()
  }

  final func _isIdentical(to other: Any?) -> Bool {
    guard let other = other as? ObjectBase else { return false }
    if _kind == .live { _realm.checkPlace("object") }
    if self === other { return true }
    return (_entity.hasKey || isFrozen) && _isSameRow(as: other)
  }

  final func _identityHash() -> Int {
    if isFrozen, _rowAccess.key >= 0 { return _rowAccess.key.hashValue }
    if _kind == .live { _realm.checkPlace("object") }
    let entity = _entity
    guard entity.hasKey, _isValid() else { return ObjectIdentifier(self).hashValue }
    guard let key = entity.compoundKey else { return KeyValue(self, entity.keyColumn).hashValue ^ 1 }
    return key.bytes(of: _settledRow()).hashValue ^ 1
  }

  /// Returns the row of a valid object, in which the defaults of an unmanaged object have been stored.
  final func _settledRow() -> _Row {
    if _kind == .unmanaged { _settleDefaults() }
    return _rowAccess
  }

  /// Describes the object and the objects to which it links. Objects beyond `DescriptionLimit`, or nested too deeply, are replaced by a
  /// message.
  final func _describe(depth: Int, indent: String) -> String { DescriptionLimit.counting { _describe(depth, indent, $0) } }

  private func _describe(_ depth: Int, _ indent: String, _ limit: DescriptionLimit) -> String {
    let entity = _entity
    guard _isValid() else { return "[invalid object]" }
    guard depth > 0 else { return "<Maximum depth exceeded>" }
    guard limit.take() else { return "<Maximum size exceeded>" }
    let inner = indent + "\t"
    var text = "\(entity.model.name) {\n"
    for (column, property) in entity.model.columns.enumerated() {
      text += "\(inner)\(property.name) = \(_describeValue(column, depth: depth - 1, indent: inner));\n"
    }
    return text + indent + "}"
  }

  private func _describeValue(_ column: Int, depth: Int, indent: String) -> String {
    _value(at: column).map { CollectionDescription.text(untyped: $0, depth: depth, indent: indent) } ?? "(null)"
  }
}
