import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What lists of all element types have in common, for code that does not know the element type.
public nonisolated class ListBase {
  /// Elements as they are in an unmanaged list, where they are objects.
  func _unmanagedObjects() -> [ObjectBase?] { [] }
  /// Elements of an unmanaged list.
  var _untyped: [Any] { [] }
  /// Whether elements are owned.
  var _isEmbedded: Bool { false }
  /// Moves the elements into a list column of a managed object and follows them there.
  func _adopt(_ owner: ObjectBase, _ column: Int) {}
  /// Replaces the elements by untyped ones; false when one cannot be converted, and then nothing has changed.
  func _replaceAll(with values: [Any]) -> Bool { false }
  /// Removes every element.
  public func removeAll() {}
  func _describe(depth: Int, indent: String) -> String { "" }
}

extension ObjectBase {
  /// A list property without its element type. Of enums it is a list of raw values until the property was read.
  final func _anyList(_ column: Int) -> ListBase {
    let cell = _cell(column, 16)
    let known = _kind == .unmanaged ? UnmanagedCell.collection(cell) : (_own as? CollectionCells)?.collections[column]
    if let known = known as? ListBase { return known }
    let entity = type(of: self)._entity
    let property = entity.model.properties[column]
    switch property.type {
    case .bool: return _list(column) as List<Bool>
    case .int: return _list(column) as List<Int>
    case .int8: return _list(column) as List<Int8>
    case .int16: return _list(column) as List<Int16>
    case .int32: return _list(column) as List<Int32>
    case .int64: return _list(column) as List<Int64>
    case .float: return _list(column) as List<Float>
    case .double: return _list(column) as List<Double>
    case .string: return _list(column) as List<String>
    case .data: return _list(column) as List<Data>
    case .date: return _list(column) as List<Date>
    case .decimal128: return _list(column) as List<Decimal128>
    case .objectId: return _list(column) as List<ObjectId>
    case .uuid: return _list(column) as List<UUID>
    case .any: misuse(.notInRealm(type: property.name))
    case .object:
      guard let target = entity.target(column) else { misuse(.notInRealm(type: property.target ?? "")) }
      return target.type._list(of: self, column)
    }
  }

  /// A linking objects property without its element type.
  final func _anyLinkingObjects(_ ordinal: Int) -> Any {
    guard let target = type(of: self)._entity.target(ordinal) else { misuse(.notInRealm(type: _className)) }
    return target.type._linkingObjects(of: self, ordinal)
  }

  // Opens the metatype.
  private static func _linkingObjects(of owner: ObjectBase, _ ordinal: Int) -> Any {
    owner._linkingObjects(ordinal) as LinkingObjects<Self>
  }

  // Opens the metatype.
  private static func _list(of owner: ObjectBase, _ column: Int) -> ListBase { owner._list(column) as List<Self> }
}
