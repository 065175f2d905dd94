import AshlarSchema
import AshlarStore

// Functions that read properties of the objects of both sides, and set properties of the new objects, by name or by column.
extension MigrationRun {
  func value(of object: DynamicObject, _ key: String) -> Any? {
    guard object._isValid() else {
      fail(.invalidated(type: object._className))
      return nil
    }
    let entity = object._entity
    guard let ordinal = entity.ordinal(named: key) else {
      fail(.unknownProperty(name: key, type: entity.model.name))
      return nil
    }
    return object._dynamicValue(ordinal, entity)
  }

  func value(of object: DynamicObject, _ column: Int) -> Any? {
    guard object._isValid() else {
      fail(.invalidated(type: object._className))
      return nil
    }
    return object._value(at: column)
  }

  func set(_ value: Any?, _ key: String, of object: DynamicObject) {
    guard let sides else { return }
    let entity = object._entity
    guard !isOld(object._realm) else { return fail(.oldObject(type: entity.model.name, property: key)) }
    guard object._isValid() else { return fail(.invalidated(type: entity.model.name)) }
    guard let column = entity.ordinal(named: key) else { return fail(.unknownProperty(name: key, type: entity.model.name)) }
    if entity.forms[column].collection == .linkingObjects { return fail(.linkingObjectsAssigned) }
    store(value, column, of: object, entity, sides)
  }

  func set(_ value: Any?, _ column: Int, of object: DynamicObject) {
    guard let sides else { return }
    let entity = object._entity
    guard !isOld(object._realm) else {
      return fail(.oldObject(type: entity.model.name, property: entity.model.properties[column].name))
    }
    guard object._isValid() else { return fail(.invalidated(type: entity.model.name)) }
    store(value, column, of: object, entity, sides)
  }

  private func store(_ value: Any?, _ column: Int, of object: DynamicObject, _ entity: _Entity, _ sides: Sides) {
    var reading = ValueReading(assigningIn: sides.new)
    // Numbers, strings and other scalars are the same on both sides.
    let isScalar = value.map(CommonScalar.includes) ?? false
    let translated = isScalar ? value : MigratedValue(self, sides).translated(value, entity, column)
    guard failure == nil else { return }
    do throws(UsageError) { try reading.set(translated, column, to: object, entity) } catch { fail(error) }
  }
}
