import AshlarSchema
import AshlarStore

// Types by name: those of this Realm's schema by their class names, others that the file has by the names that they have there.
extension Realm {
  /// All objects of a type, embedded ones too, live, in the order of their making. A name that neither the Realm's types nor the
  /// file has stops the program.
  public func dynamicObjects(_ typeName: String) -> Results<DynamicObject> {
    Results(_ResultsCore(core: _core, source: .table, entity: _core.namedEntity(typeName)))
  }

  /// The object with this primary key, or nil. A type without a primary key, and a key that cannot be one of that type, stop the
  /// program. O(1).
  public func dynamicObject(ofType typeName: String, forPrimaryKey key: Any) -> DynamicObject? {
    let entity = _core.namedEntity(typeName)
    return _core._place(of: entity, with: key).access(_core.context).map { DynamicObject($0, _core) }
  }

  /// Makes or updates an object. Takes what `create(_:value:update:)` takes. What is not named has the default of the type's class; of
  /// a type that only the file has, every property that is required must be named. Embedded objects come with their owners.
  @discardableResult
  public func dynamicCreate(_ typeName: String, value: Any = [String: Any](), update: UpdatePolicy = .error) -> DynamicObject {
    _core.requireWrite("create an object")
    let entity = _core.namedEntity(typeName)
    if entity.model.kind == .embedded { misuse(.embeddedCreated(type: typeName)) }
    _core.checkPolicy(update, entity)
    return DynamicObject(_core.create(entity, value: value, policy: update)._row, _core)
  }
}

extension _RealmCore {
  func namedEntity(_ name: String) -> _Entity {
    checkConfinement("Realm")
    guard let entity = entity(named: name) else {
      let isAsymmetric = outbox?.entities.contains { $0.model.name == name } ?? false
      misuse(isAsymmetric ? .asymmetricRead(type: name) : .notInRealm(type: name))
    }
    return entity
  }
}
