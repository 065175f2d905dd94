import AshlarSchema
public import AshlarStore

extension Realm {
  // MARK: - Adding

  /// Makes an unmanaged object, and all it reaches, managed: the instance itself becomes an accessor. An object that is in
  /// this Realm already is left alone.
  public func add(_ object: Object, update: UpdatePolicy = .error) {
    _core.checkedAdd(object, policy: update)
  }

  /// Adds objects one by one.
  public func add<S: Sequence>(_ objects: S, update: UpdatePolicy = .error) where S.Element: Object {
    for object in objects { add(object, update: update) }
  }

  /// Makes or updates a row from an array of values in property order, a dictionary by property name, or another object.
  /// What is not named keeps its default in a new row, and its value in one that exists.
  ///
  /// Arrays and dictionaries for links and collections are read likewise, at most 1,000 in each other; O(size of the value).
  /// A value of the wrong type stops the program. Sizes that data brings about do not: for text of more than 16,777,199 bytes
  /// of UTF-8, Data of more than 16,777,200 bytes, a map's key with a `.` or a leading `$`, and values that are nested too deeply
  /// an invalidated object is returned, and the commit throws `Realm.Error.invalidInput` and cancels the write.
  @discardableResult
  public func create<T: Object>(_ type: T.Type, value: Any = [String: Any](), update: UpdatePolicy = .error) -> T {
    _core.requireWrite("create an object")
    _core.checkPolicy(update, type._entity)
    return _core.create(type, value: value, policy: update)
  }

  // MARK: - Deleting

  /// Deletes an object of this Realm; its embedded objects go too, links to it become nil, lists lose it.
  public func delete(_ object: ObjectBase) {
    _core.requireWrite("delete an object")
    requireOwn(object)
    if object._isValid() { _core.deleteRow(object._entity.ordinal, object._row.key) }
    object._dieDeleted()
  }

  /// Deletes objects; the sequence is read before anything is deleted.
  public func delete<S: Sequence>(_ objects: S) where S.Element: ObjectBase {
    _core.requireWrite("delete objects")
    // No accessor is made of rows that go.
    if let results = objects as? Results<S.Element>, results._resultsCore.core === _core {
      return _core.deleteRows(results._resultsCore.entity.ordinal, results._resultsCore.computedKeys())
    }
    let objects = Array(objects)
    // Those of one type at once: a collection that has many of them is gone through once.
    guard objects.count > 1, let entity = objects.first?._entity, objects.allSatisfy({ $0._entity === entity }) else {
      for object in objects { delete(object) }
      return
    }
    for object in objects { requireOwn(object) }
    _core.deleteRows(entity.ordinal, objects.filter { $0._isValid() }.map(\._row.key))
    for object in objects { object._dieDeleted() }
  }

  private func requireOwn(_ object: ObjectBase) {
    guard object._kind == .live, object._row.context == _core.context, !object._wasDeletedHere else {
      misuse(.deleteForeign(type: object._className))
    }
  }

  /// Deletes the objects that are values of a map; the keys stay, with nil.
  public func delete<Key: _MapKey, Value: ObjectBase>(_ map: Map<Key, Value?>) {
    delete(map.values.compactMap { $0 })
  }

  /// Deletes every object of the Realm's types. What waits in the outbox stays.
  public func deleteAll() {
    _core.requireWrite("delete objects")
    for ordinal in _core.entities.keys.sorted() {
      _core.deleteRows(ordinal, _core.reading { try _core.session.liveKeys(ordinal) })
    }
  }

  // MARK: - Finding

  /// All objects of a type, live, in the order of their making.
  public func objects<Element: Object>(_ type: Element.Type) -> Results<Element> {
    _core.checkConfinement("Realm")
    let entity = type._entity
    _core.requireEntity(entity)
    if Element._isAbstract { misuse(.untypedResults(base: "\(Element.self)", type: entity.model.name)) }
    return Results(_ResultsCore(core: _core, source: .table, entity: entity))
  }

  /// The object with this primary key, or nil. O(1).
  @inlinable
  public func object<Element: Object, KeyType>(ofType type: Element.Type, forPrimaryKey key: KeyType) -> Element? {
    let entity = type._entity
    // The usual keys without a detour through what is made for any type.
    let place =
      KeyType.self == Int.self || KeyType.self == Int64.self
      ? _core._place(of: entity, withKey: withUnsafeBytes(of: key) { $0.load(as: Int.self) }) : _core._place(of: entity, with: key)
    guard let row = place.access(_core.context) else { return nil }
    return type._accessor(row, _core)
  }
}

extension _RealmCore {
  /// See `Realm.add`.
  func checkedAdd(_ object: ObjectBase, policy: Realm.UpdatePolicy) {
    requireWrite("add an object")
    let entity = object._entity
    checkPolicy(policy, entity)
    add(object, entity, policy: policy)
  }

  func checkPolicy(_ policy: Realm.UpdatePolicy, _ entity: _Entity) {
    requireEntity(entity)
    if policy != .error, entity.keyColumn < 0 {
      misuse(.noPrimaryKey(type: entity.model.name, operation: "updated"))
    }
  }
}
