import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Access by name: one switch over the stored types instead of code emitted for each property.
extension ObjectBase {
  /// The value of a stored column: raw values for enums, nil for null.
  final func _value(at column: Int) -> Any? {
    let entity = type(of: self)._entity
    let property = entity.model.properties[column]
    if property.collection != .none { return _anyCollection(column) }
    switch property.type {
    case .bool: return property.isOptional ? _optionalBool(column) : _bool(column)
    case .int: return property.isOptional ? _optionalInt(column) : _int(column)
    case .int8: return _optionalOrValue(column, property, Int8.self)
    case .int16: return _optionalOrValue(column, property, Int16.self)
    case .int32: return _optionalOrValue(column, property, Int32.self)
    case .int64: return _optionalOrValue(column, property, Int64.self)
    case .float: return _optionalOrValue(column, property, Float.self)
    case .double: return property.isOptional ? _optionalDouble(column) : _double(column)
    case .string: return property.isOptional ? _optionalString(column) : _string(column)
    case .data: return property.isOptional ? _optionalData(column) : _data(column)
    case .date: return property.isOptional ? _optionalDate(column) : _date(column)
    case .decimal128: return _optionalOrValue(column, property, Decimal128.self)
    case .objectId: return _optionalOrValue(column, property, ObjectId.self)
    case .uuid: return _optionalOrValue(column, property, UUID.self)
    case .any: return _any(column).payload
    case .object:
      guard let target = entity.target(column) else { return nil }
      return _anyObject(column, target)
    }
  }

  private func _optionalOrValue<T: RealmCollectionValue>(_ column: Int, _ property: PropertyModel, _ type: T.Type) -> Any? {
    if property.isOptional { return _optionalValue(column) as T? }
    return _value(column) as T
  }

  private func _anyObject(_ column: Int, _ target: Entity) -> ObjectBase? {
    let cell = _cell(column, 8)
    if _kind == .unmanaged { return UnmanagedCell.object(cell) as? ObjectBase }
    let key = cell.load(as: Int64.self)
    guard key != 0, let row = _realm.reading({ () throws(StoreError) in try _realm.session.locate(target.ordinal, key - 1) }) else {
      return nil
    }
    return target.type.init(row, _realm)
  }

  /// Sets a scalar column; false when the value cannot be converted.
  final func _setScalar(_ value: Any?, _ column: Int, _ property: PropertyModel) -> Bool {
    switch property.type {
    case .bool: return _set(value, column, property, Bool.self)
    case .int: return _set(value, column, property, Int.self)
    case .int8: return _set(value, column, property, Int8.self)
    case .int16: return _set(value, column, property, Int16.self)
    case .int32: return _set(value, column, property, Int32.self)
    case .int64: return _set(value, column, property, Int64.self)
    case .float: return _set(value, column, property, Float.self)
    case .double: return _set(value, column, property, Double.self)
    case .string: return _set(value, column, property, String.self)
    case .data: return _set(value, column, property, Data.self)
    case .date: return _set(value, column, property, Date.self)
    case .decimal128: return _set(value, column, property, Decimal128.self)
    case .objectId: return _set(value, column, property, ObjectId.self)
    case .uuid: return _set(value, column, property, UUID.self)
    case .object, .any: return false
    }
  }

  private func _set<T: RealmCollectionValue>(_ value: Any?, _ column: Int, _ property: PropertyModel, _ type: T.Type) -> Bool {
    guard let value else {
      if property.isOptional { _setOptionalValue(column, T?.none) }
      return property.isOptional
    }
    guard let converted = T._converted(from: value) ?? T._converted(from: plainValue(value)) else { return false }
    if property.isOptional { _setOptionalValue(column, converted) } else { _setValue(column, converted) }
    return true
  }

  final func _dynamicValue(_ key: String) -> Any? {
    let entity = type(of: self)._entity
    guard let (ordinal, property) = entity.property(named: key) else { misuse(.unknownProperty(name: key, type: entity.model.name)) }
    if property.collection == .linkingObjects { return _anyLinkingObjects(ordinal) }
    return _value(at: ordinal)
  }

  final func _setDynamicValue(_ value: Any?, _ key: String) {
    let entity = type(of: self)._entity
    guard let (ordinal, property) = entity.property(named: key) else { misuse(.unknownProperty(name: key, type: entity.model.name)) }
    if property.collection == .linkingObjects { misuse(.linkingObjectsAssigned) }
    if property.isPrimaryKey { _willSetKey(ordinal) }
    var reading = ValueReading(core: _kind == .live ? _realm : nil)
    reading.set(value, ordinal, to: self)
  }
}
