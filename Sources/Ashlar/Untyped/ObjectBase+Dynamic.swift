import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Access by name, with one switch over the stored types instead of code emitted for each property.
extension ObjectBase {
  /// Returns the value of a stored column: raw values for enums, nil for null.
  final func _value(at column: Int) -> Any? {
    let entity = _entity
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
    case .object: return _anyObject(column)
    }
  }

  private func _optionalOrValue<T: RealmCollectionValue>(_ column: Int, _ property: PropertyModel, _ type: T.Type) -> Any? {
    if property.isOptional { return _optionalValue(column) as T? }
    return _value(column) as T
  }

  private func _anyObject(_ column: Int) -> ObjectBase? {
    let cell = _cell(column, 8)
    if _kind == .unmanaged { return UnmanagedCell.object(cell) as? ObjectBase }
    let key = cell.load(as: Int64.self)
    guard key != 0, let target = _realm.target(_entity, column), let row = _realm.row(target, key - 1) else { return nil }
    // The program's class may differ from the type that a migration reads.
    if self is DynamicObject, _realm.parts.isMigrating { return DynamicObject(row, _realm) }
    return target.accessor(row, _realm)
  }

  /// Sets a scalar column to a plain value. Returns false if the value cannot be converted.
  final func _store(_ value: Untyped, _ column: Int, _ type: ValueType, isOptional: Bool) -> Bool {
    switch type {
    case .bool: _store(value, value.bool, column, isOptional)
    case .int: _store(value, value.integer(Int.self), column, isOptional)
    case .int8: _store(value, value.integer(Int8.self), column, isOptional)
    case .int16: _store(value, value.integer(Int16.self), column, isOptional)
    case .int32: _store(value, value.integer(Int32.self), column, isOptional)
    case .int64: _store(value, value.integer(Int64.self), column, isOptional)
    case .float: _store(value, value.float, column, isOptional)
    case .double: _store(value, value.double, column, isOptional)
    case .string: _store(value, value.string, column, isOptional)
    case .data: _store(value, value.data, column, isOptional)
    case .date: _store(value, value.date, column, isOptional)
    case .decimal128: _store(value, value.decimal, column, isOptional)
    case .objectId: _store(value, value.objectId, column, isOptional)
    case .uuid: _store(value, value.uuid, column, isOptional)
    case .object, .any: false
    }
  }

  @inline(__always)
  private func _store<T: RealmCollectionValue>(_ value: Untyped, _ converted: T?, _ column: Int, _ isOptional: Bool) -> Bool {
    if let converted {
      if isOptional { _setOptionalValue(column, converted) } else { _setValue(column, converted) }
      return true
    }
    guard isOptional, case .null = value else { return false }
    _setOptionalValue(column, T?.none)
    return true
  }

  /// Returns the value of a property for untyped code.
  final func _dynamicValue(_ key: String) -> Any? {
    let entity = _entity
    guard let (ordinal, property) = entity.property(named: key) else { misuse(.unknownProperty(name: key, type: entity.model.name)) }
    if property.collection == .linkingObjects { return _anyLinkingObjects(ordinal) }
    return BoxedNumber.boxed(ifPresent: _value(at: ordinal))
  }

  final func _setDynamicValue(_ value: Any?, _ key: String) {
    let entity = _entity
    guard let (ordinal, property) = entity.property(named: key) else { misuse(.unknownProperty(name: key, type: entity.model.name)) }
    if property.collection == .linkingObjects { misuse(.linkingObjectsAssigned) }
    if property.isPrimaryKey { _willSetKey(ordinal) }
    var reading = ValueReading(assigningIn: _kind == .live ? _realm : nil)
    do throws(UsageError) { try reading.set(value, ordinal, to: self) } catch { misuse(error) }
  }
}
