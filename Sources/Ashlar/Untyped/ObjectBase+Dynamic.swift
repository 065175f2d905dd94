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
  final func _value(at column: Int) -> Any? { _value(at: column, _entity, boxesNumbers: false) }

  /// Returns the value of a stored column.
  /// - Parameters:
  ///   - entity: The entity of the object, which is looked up for a `DynamicObject`.
  ///   - boxesNumbers: Whether numbers and Bools are returned boxed, as `BoxedNumber.boxed` returns them. They are boxed here, because
  ///     their types are known: finding the type of an `Any` takes longer than reading the value.
  final func _value(at column: Int, _ entity: _Entity, boxesNumbers: Bool) -> Any? {
    let form = entity.forms[column]
    if form.collection != .none { return _anyCollection(column) }
    switch form.type {
    case .bool: return _number(column, form, boxesNumbers, Bool.self)
    case .int: return _number(column, form, boxesNumbers, Int.self)
    case .int8: return _number(column, form, boxesNumbers, Int8.self)
    case .int16: return _number(column, form, boxesNumbers, Int16.self)
    case .int32: return _number(column, form, boxesNumbers, Int32.self)
    case .int64: return _number(column, form, boxesNumbers, Int64.self)
    case .float: return _number(column, form, boxesNumbers, Float.self)
    case .double: return _number(column, form, boxesNumbers, Double.self)
    case .string: return form.isOptional ? _optionalString(column) : _string(column)
    case .data: return form.isOptional ? _optionalData(column) : _data(column)
    case .date: return form.isOptional ? _optionalDate(column) : _date(column)
    case .decimal128: return _optionalOrValue(column, form, Decimal128.self)
    case .objectId: return _optionalOrValue(column, form, ObjectId.self)
    case .uuid: return _optionalOrValue(column, form, UUID.self)
    case .any: return boxesNumbers ? BoxedNumber.boxed(ifPresent: _any(column).payload) : _any(column).payload
    case .object: return _anyObject(column)
    }
  }

  @inline(__always)
  private func _number<T: RealmCollectionValue & BoxableNumber>(
    _ column: Int, _ form: PropertyForm, _ boxes: Bool, _ type: T.Type
  ) -> Any? {
    if form.isOptional {
      guard let value = _optionalValue(column) as T? else { return nil }
      return boxes ? value.boxed as Any : value as Any
    }
    let value: T = _value(column)
    return boxes ? value.boxed as Any : value as Any
  }

  private func _optionalOrValue<T: RealmCollectionValue>(_ column: Int, _ form: PropertyForm, _ type: T.Type) -> Any? {
    if form.isOptional { return _optionalValue(column) as T? }
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
    guard let ordinal = entity.ordinal(named: key) else { misuse(.unknownProperty(name: key, type: entity.model.name)) }
    return _dynamicValue(ordinal, entity)
  }

  /// Returns the value of a property for untyped code, by its ordinal.
  final func _dynamicValue(_ ordinal: Int, _ entity: _Entity) -> Any? {
    if entity.forms[ordinal].collection == .linkingObjects { return _anyLinkingObjects(ordinal) }
    return _value(at: ordinal, entity, boxesNumbers: true)
  }

  final func _setDynamicValue(_ value: Any?, _ key: String) {
    let entity = _entity
    guard let ordinal = entity.ordinal(named: key) else { misuse(.unknownProperty(name: key, type: entity.model.name)) }
    let form = entity.forms[ordinal]
    if form.collection == .linkingObjects { misuse(.linkingObjectsAssigned) }
    if form.isPrimaryKey { _willSetKey(ordinal) }
    var reading = ValueReading(assigningIn: _kind == .live ? _realm : nil)
    do throws(UsageError) { try reading.set(value, ordinal, to: self) } catch { misuse(error) }
  }
}
