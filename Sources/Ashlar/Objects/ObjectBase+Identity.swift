import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ObjectBase {
  final var _currentRealm: Realm? {
    guard _kind == .live, _isValid() else { return nil }
    return Realm(_realm)
  }

  final func _isSameRow(as other: ObjectBase?) -> Bool {
    guard let other else { return false }
    if self === other { return true }
    return _kind == .live && _row.context == other._row.context && _row.key >= 0 && _row.key == other._row.key
      && type(of: self)._entity === type(of: other)._entity && _isValid() && other._isValid()
  }

  final func _isIdentical(to other: Any?) -> Bool {
    guard let other = other as? ObjectBase else { return false }
    if self === other { return true }
    return (type(of: self)._entity.layout.primaryKey != nil || isFrozen) && _isSameRow(as: other)
  }

  final func _identityHash() -> Int {
    if isFrozen, _row.key >= 0 { return _row.key.hashValue }
    let entity = type(of: self)._entity
    guard let column = entity.layout.primaryKey, _isValid() else { return ObjectIdentifier(self).hashValue }
    return KeyValue(self, column).hashValue ^ 1
  }

  final func _describe(depth: Int, indent: String) -> String {
    let entity = type(of: self)._entity
    guard _isValid() else { return "[invalid object]" }
    guard depth > 0 else { return "<Maximum depth exceeded>" }
    let inner = indent + "\t"
    var text = "\(entity.model.name) {\n"
    for (column, property) in entity.model.columns.enumerated() {
      text += "\(inner)\(property.name) = \(_describeValue(column, depth: depth - 1, indent: inner));\n"
    }
    return text + indent + "}"
  }

  private func _describeValue(_ column: Int, depth: Int, indent: String) -> String {
    switch _value(at: column) {
    case nil: "(null)"
    case let object as ObjectBase: object._describe(depth: depth, indent: indent)
    case let collection as CollectionBase: collection._describe(depth: depth, indent: indent)
    case let flag as Bool: flag ? "1" : "0"
    case let data as Data: CollectionDescription.text(data)
    case let value?: String(describing: value)
    }
  }
}
