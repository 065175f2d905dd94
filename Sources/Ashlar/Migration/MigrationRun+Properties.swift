import AshlarSchema
import AshlarStore

// Properties of the objects of both sides, by name.
extension MigrationRun {
  func value(of object: DynamicObject, _ key: String) -> Any? {
    guard object._isValid() else {
      fail(.invalidated(type: object._className))
      return nil
    }
    guard object._entity.property(named: key) != nil else {
      fail(.unknownProperty(name: key, type: object._className))
      return nil
    }
    return object._dynamicValue(key)
  }

  func value(of object: DynamicObject, _ column: Int) -> Any? {
    guard object._isValid() else {
      fail(.invalidated(type: object._className))
      return nil
    }
    return object._value(at: column)
  }

  func set(_ value: Any?, _ key: String, of object: DynamicObject) {
    guard sides != nil else { return }
    let entity = object._entity
    guard !isOld(object._realm) else { return fail(.oldObject(type: entity.model.name, property: key)) }
    guard object._isValid() else { return fail(.invalidated(type: entity.model.name)) }
    guard let (column, property) = entity.property(named: key) else { return fail(.unknownProperty(name: key, type: entity.model.name)) }
    if property.collection == .linkingObjects { return fail(.linkingObjectsAssigned) }
    set(value, column, of: object)
  }

  func set(_ value: Any?, _ column: Int, of object: DynamicObject) {
    guard let sides else { return }
    let entity = object._entity
    guard !isOld(object._realm) else {
      return fail(.oldObject(type: entity.model.name, property: entity.model.properties[column].name))
    }
    guard object._isValid() else { return fail(.invalidated(type: entity.model.name)) }
    var reading = ValueReading(assigningIn: sides.new)
    let translated = MigratedValue(self, sides).translated(value, entity, column)
    guard failure == nil else { return }
    do throws(UsageError) { try reading.set(translated, column, to: object) } catch { fail(error) }
  }
}
