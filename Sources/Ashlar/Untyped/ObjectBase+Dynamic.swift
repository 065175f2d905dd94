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
  ///   - entity: The entity of the object, passed by the caller, because a `DynamicObject` must look it up.
  ///   - boxesNumbers: Whether numbers and Bools are returned boxed, as `BoxedNumber.boxed` returns them. They are boxed here, because
  ///     their types are known: finding the type of an `Any` takes longer than reading the value.
  final func _value(at column: Int, _ entity: _Entity, boxesNumbers: Bool) -> Any? {
    let form = entity.forms[column]
    if form.collection != .none { return _anyCollection(column) }
    return form.type.accept(PropertyReading(object: self, column: column, isOptional: form.isOptional, boxesNumbers: boxesNumbers))
  }

  final func _anyObject(_ column: Int) -> ObjectBase? {
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
    type.accept(PropertyWriting(object: self, column: column, isOptional: isOptional, value: value))
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

/// Reads a column; nil for null.
private struct PropertyReading: ScalarVisitor {
  let object: ObjectBase
  let column: Int
  let isOptional: Bool
  let boxesNumbers: Bool

  @inline(__always)
  func visit<Value: StoredScalar>(_ type: Value.Type) -> Any? {
    if isOptional {
      guard let value = object._optionalValue(column) as Value? else { return nil }
      return boxesNumbers ? value.boxed : value as Any
    }
    let value: Value = object._value(column)
    return boxesNumbers ? value.boxed : value as Any
  }

  func visitAny() -> Any? { boxesNumbers ? BoxedNumber.boxed(ifPresent: object._any(column).payload) : object._any(column).payload }

  func visitObject() -> Any? { object._anyObject(column) }
}

/// Writes a column. Returns false if the value cannot be converted.
private struct PropertyWriting: ScalarVisitor {
  let object: ObjectBase
  let column: Int
  let isOptional: Bool
  let value: Untyped

  @inline(__always)
  func visit<Value: StoredScalar>(_ type: Value.Type) -> Bool {
    if let converted = Value.value(of: value) {
      if isOptional { object._setOptionalValue(column, converted) } else { object._setValue(column, converted) }
      return true
    }
    guard isOptional, case .null = value else { return false }
    object._setOptionalValue(column, Value?.none)
    return true
  }

  func visitAny() -> Bool { false }

  func visitObject() -> Bool { false }
}
