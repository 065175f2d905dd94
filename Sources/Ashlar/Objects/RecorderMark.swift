import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that a recorded property has, to tell whether a key path gives the property itself or something that is computed of it.
/// There are two, since what is computed may leave one of them as it is.
enum RecorderMark: CaseIterable {
  case negative
  case positive

  private var integer: Int8 { self == .negative ? -113 : 87 }
  private var text: String { self == .negative ? "\u{1} aßZ " : "Zb\u{7F}" }
  private var seconds: Int64 { Int64(integer) * 1_000_003 }

  /// Writes the value into a cell of a recorded row; types that have none keep their default.
  func store(_ type: ValueType, _ cell: UnsafeMutableRawPointer) {
    switch type {
    case .bool: cell.storeBytes(of: self == .positive ? 1 : 0, as: UInt8.self)
    case .int, .int64: cell.storeBytes(of: Int64(integer), as: Int64.self)
    case .int8: cell.storeBytes(of: integer, as: Int8.self)
    case .int16: cell.storeBytes(of: Int16(integer), as: Int16.self)
    case .int32: cell.storeBytes(of: Int32(integer), as: Int32.self)
    case .float: cell.storeBytes(of: Float(integer) + 0.375, as: Float.self)
    case .double: cell.storeBytes(of: Double(integer) + 0.375, as: Double.self)
    case .date:
      cell.storeBytes(of: seconds, as: Int64.self)
      cell.storeBytes(of: 0, toByteOffset: 8, as: Int32.self)
    case .string:
      var text = text
      text.withUTF8 { Slot(inline: UnsafeRawBufferPointer($0)).store(at: cell) }
    case .data, .decimal128, .objectId, .uuid, .any, .object: break
    }
  }

  /// Whether a value is what a property of a type has: the mark, or for types without one anything of the type.
  func isValue(_ value: Any, of property: PropertyModel, _ type: Any.Type) -> Bool {
    // Enums of other modules are known by their Swift type alone.
    if property.customName != nil || property.enumName != nil || isEnum(type) { return true }
    if property.collection != .none { return type is any RealmCollectionBase.Type || type is any RealmKeyedCollection.Type }
    let value = flattened(value)
    switch property.type {
    case .bool: return (value as? Bool) == (self == .positive)
    case .int, .int8, .int16, .int32, .int64: return (value as? any BinaryInteger).map { Int64($0) == Int64(integer) } ?? false
    case .float: return (value as? Float) == Float(integer) + 0.375
    case .double: return (value as? Double) == Double(integer) + 0.375
    case .date: return (value as? Date) == _DateCell.date(seconds, 0)
    case .string: return (value as? String)?.utf8.elementsEqual(text.utf8) ?? false
    case .data: return type == Data.self || type == Data?.self
    case .decimal128: return type == Decimal128.self || type == Decimal128?.self
    case .objectId: return type == ObjectId.self || type == ObjectId?.self
    case .uuid: return type == UUID.self || type == UUID?.self
    case .any: return type == AnyRealmValue.self
    case .object: return value == nil ? type is any OptionalProtocol.Type : value is ObjectBase
    }
  }
}

private func isEnum(_ type: Any.Type) -> Bool {
  func wrapped<T: OptionalProtocol>(_: T.Type) -> Any.Type { T.Wrapped.self }
  if type is any PersistableEnum.Type { return true }
  return (type as? any OptionalProtocol.Type).map { wrapped($0) is any PersistableEnum.Type } ?? false
}
