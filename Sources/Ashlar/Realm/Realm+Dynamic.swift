import AshlarSchema
import AshlarStore

// These functions access types by name: types of this Realm's schema by their class names, and other types of the file by their stored
// names.
extension Realm {
  /// Returns all objects of a type, which may be embedded, in creation order. The results are live.
  ///
  /// ```swift
  /// for person in realm.dynamicObjects("Person") { print(person["name"] as Any) }
  /// ```
  ///
  /// Stops the program if neither the Realm nor the file has a type with this name, or if the type is asymmetric.
  public func dynamicObjects(_ typeName: String) -> Results<DynamicObject> {
    Results(_ResultsCore(core: _core, source: .table, entity: _core.namedEntity(typeName)))
  }

  /// Returns the object with this primary key; nil if there is none. Complexity: O(1).
  ///
  /// ```swift
  /// let person = realm.dynamicObject(ofType: "Person", forPrimaryKey: "Ada")  // if `name` is the primary key
  /// ```
  ///
  /// A primary key of several properties is an array of their values in the order of the key, or a dictionary of the values by the names of
  /// the properties. Stops the program as `dynamicObjects(_:)` does, if the type has no primary key, or if `key` cannot be converted to the
  /// type of the primary key.
  public func dynamicObject(ofType typeName: String, forPrimaryKey key: Any) -> DynamicObject? {
    let entity = _core.namedEntity(typeName)
    return _core._place(of: entity, with: key).access(_core.context).map { DynamicObject($0, _core) }
  }

  /// Creates or updates an object. `value` has the forms that `create(_:value:update:)` accepts.
  ///
  /// ```swift
  /// try realm.write { realm.dynamicCreate("Person", value: ["name": "Ada", "age": 36]) }
  /// ```
  ///
  /// A property that `value` does not name has its default in a new object, and stays unchanged in an existing object. For a type that only
  /// the file has, `value` must name every required property of a new object. Embedded objects can only be created with their owners.
  @discardableResult
  public func dynamicCreate(_ typeName: String, value: Any = [String: Any](), update: UpdatePolicy = .error) -> DynamicObject {
    _core.requireWrite("create an object")
    let entity = _core.namedEntity(typeName)
    if entity.model.kind == .embedded { misuse(.embeddedCreated(type: typeName)) }
    _core.checkPolicy(update, entity)
    return DynamicObject(_core.create(entity, value: value, policy: update)._rowAccess, _core)
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
