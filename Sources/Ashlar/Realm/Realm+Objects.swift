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
  @discardableResult
  public func create<T: Object>(_ type: T.Type, value: Any = [String: Any](), update: UpdatePolicy = .error) -> T {
    _core.requireWrite("create an object")
    _core.checkPolicy(update, T._entity)
    return _core.create(type, value: value, policy: update)
  }

  // MARK: - Deleting

  /// Deletes an object of this Realm; its embedded objects go too, links to it become nil, lists lose it.
  public func delete(_ object: ObjectBase) {
    _core.requireWrite("delete an object")
    guard object._kind == .live, object._row.context == _core.context, object._row.key >= 0 else {
      misuse(.deleteForeign(type: object._className))
    }
    if object._isValid() { _core.deleteRow(type(of: object)._entity.ordinal, object._row.key) }
    object._die()
  }

  /// Deletes objects; the sequence is read before anything is deleted.
  public func delete<S: Sequence>(_ objects: S) where S.Element: ObjectBase {
    _core.requireWrite("delete objects")
    // No accessor is made of rows that go.
    if let results = objects as? Results<S.Element>, results._resultsCore.core === _core {
      return _core.deleteRows(S.Element._entity.ordinal, results._resultsCore.computedKeys())
    }
    for object in Array(objects) { delete(object) }
  }

  /// Deletes the objects that are values of a map; the keys stay, with nil.
  public func delete<Key: _MapKey, Value: ObjectBase>(_ map: Map<Key, Value?>) {
    delete(map.values.compactMap { $0 })
  }

  /// Deletes every object of the Realm's types.
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
    let entity = Element._entity
    _core.requireEntity(entity)
    return Results(ResultsCore(core: _core, source: .table, entity: entity))
  }

  /// The object with this primary key, or nil. O(1).
  @inlinable
  public func object<Element: Object, KeyType>(ofType type: Element.Type, forPrimaryKey key: KeyType) -> Element? {
    let entity = Element._entity
    // The usual keys without a detour through `Any`.
    let place =
      KeyType.self == Int.self || KeyType.self == Int64.self
      ? _core._place(of: entity, withKey: withUnsafeBytes(of: key) { $0.load(as: Int.self) }) : _core._place(of: entity, with: key)
    guard let row = place.access(_core.context) else { return nil }
    return Element(row, _core)
  }
}

extension RealmCore {
  /// The row with a primary key. For inlined code.
  public func _place(of entity: Entity, withKey key: Int) -> RowPlace {
    checkConfinement("Realm")
    let guess = session.guess(entity.ordinal, Int64(key))
    return guess.base == nil ? searchedPlace(of: entity, withKey: key) : guess
  }

  // Apart, so that what most look-ups do is short.
  @inline(never)
  private func searchedPlace(of entity: Entity, withKey key: Int) -> RowPlace {
    requireEntity(entity)
    let column = entity.keyColumn
    guard column >= 0, entity.columns[column].type == .int || entity.columns[column].type == .int64 else {
      return place(row(of: entity, converting: key))
    }
    return place(row(entity, KeyProbe(.int(Int64(key)))))
  }

  /// The same, with a key of any type.
  public func _place(of entity: Entity, with key: Any) -> RowPlace {
    checkConfinement("Realm")
    requireEntity(entity)
    return place(row(of: entity, converting: key))
  }

  private func place(_ row: RowAccess?) -> RowPlace { row.map { RowPlace($0) } ?? RowPlace(nil, UnsafePointer(UnmanagedContext.noColumns)) }

  private func row(of entity: Entity, converting key: Any) -> RowAccess? {
    let column = entity.keyColumn
    guard column >= 0 else { misuse(.noPrimaryKey(type: entity.model.name, operation: "looked up by one")) }
    let layout = entity.columns[column]
    if let text = key as? String, layout.kind == .string {
      return TextCell.withBytes(of: text) { row(entity, KeyProbe(.bytes($0))) }
    }
    if let number = key as? Int, layout.type != .double, layout.kind == .scalar, layout.width <= 8 {
      return row(entity, KeyProbe(.int(Int64(number))))
    }
    guard let value = KeyValue(converting: key, entity.model.properties[column]) else {
      misuse(.invalidKey(type: entity.model.name, value: "\(key)"))
    }
    return value.withProbe { row(entity, $0) }
  }

  private func row(_ entity: Entity, _ probe: KeyProbe) -> RowAccess? {
    do {
      return try session.find(entity.ordinal, probe)
    } catch {
      misuse(.storage("\(error)"))
    }
  }

  func checkPolicy(_ policy: Realm.UpdatePolicy, _ entity: Entity) {
    requireEntity(entity)
    if policy != .error, entity.keyColumn < 0 {
      misuse(.noPrimaryKey(type: entity.model.name, operation: "updated"))
    }
  }
}
