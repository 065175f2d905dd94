import AshlarSchema
public import AshlarStore

extension Realm {
  // MARK: - Adding

  /// Adds an unmanaged object and all objects that are reachable from it: the instances themselves become managed. Does nothing for an
  /// object that this Realm already manages.
  ///
  /// ```swift
  /// let person = Person()
  /// person.name = "Ada"
  /// try realm.write { realm.add(person) }
  /// ```
  ///
  /// Stops the program outside a write, or if the object is invalidated or belongs to another Realm. See the guide, *Writing*.
  /// - Parameter update: The policy for an object whose primary key already exists; with `.error`, the program stops. Must be `.error` for
  ///   a type without a primary key.
  public func add(_ object: Object, update: UpdatePolicy = .error) {
    _core.checkedAdd(object, policy: update)
  }

  /// Adds each object of a sequence. See `add(_:update:)`.
  public func add<S: Sequence>(_ objects: S, update: UpdatePolicy = .error) where S.Element: Object {
    for object in objects { add(object, update: update) }
  }

  /// Creates or updates an object from an array of values in property order, a dictionary by property names, or another object.
  ///
  /// ```swift
  /// try realm.write {
  ///   realm.create(Person.self, value: ["name": "Ada", "age": 36, "dogs": [["name": "Rex", "age": 3]]])
  /// }
  /// ```
  ///
  /// A property that `value` does not name has its default in a new object, and stays unchanged in an existing object. Arrays and
  /// dictionaries for links and collections are read in the same way, nested at most 1,000 levels deep. A name in a dictionary that is not
  /// a property is ignored, and logged once as a warning. Complexity: O(size of the value).
  ///
  /// A value of the wrong type stops the program, and so does a call outside a write. Data that cannot be stored does not stop the program:
  /// for text of more than 16,777,199 bytes of UTF-8, `Data` of more than 16,777,200 bytes, a map key with a `.` or a leading `$`, and
  /// values that are nested too deeply, this returns an invalidated object, and the commit throws `Realm.Error.invalidInput` and cancels
  /// the write. See the guide, *Writing*.
  @discardableResult
  public func create<T: Object>(_ type: T.Type, value: Any = [String: Any](), update: UpdatePolicy = .error) -> T {
    _core.requireWrite("create an object")
    _core.checkPolicy(update, type._entity)
    return _core.create(type, value: value, policy: update)
  }

  // MARK: - Deleting

  /// Deletes an object of this Realm and its embedded objects. Links to it, including values of maps, become nil, and it is removed from
  /// lists and sets.
  ///
  /// ```swift
  /// try realm.write { realm.delete(person) }
  /// ```
  ///
  /// The objects that `deleteRule: cascade` adds are also deleted. If `deleteRule: deny` refuses the deletion, nothing is deleted; the
  /// write can then only be cancelled, and its commit throws. If the write is cancelled, the object remains invalid through this accessor,
  /// and all other objects are valid again.
  ///
  /// Stops the program outside a write, if the object does not belong to this Realm, or if it has been deleted through this accessor. Does
  /// nothing if the object has been deleted in another way.
  public func delete(_ object: ObjectBase) {
    _core.requireWrite("delete an object")
    requireOwn(object)
    guard !object._isValid() || _core.deleteRow(object._entity.ordinal, object._rowAccess.key) else { return }
    object._dieDeleted()
  }

  /// Deletes objects. The sequence is read completely before any object is deleted. Stops the program in the same cases as `delete(_:)` for
  /// one object.
  ///
  /// ```swift
  /// try realm.write { realm.delete(realm.objects(Person.self).where { $0.age < 18 }) }
  /// ```
  public func delete<S: Sequence>(_ objects: S) where S.Element: ObjectBase {
    _core.requireWrite("delete objects")
    // Deleting results requires no accessors for the rows.
    if let results = objects as? Results<S.Element>, results._resultsCore.core === _core {
      _core.deleteRows(results._resultsCore.entity.ordinal, results._resultsCore.computedKeys())
      return
    }
    let objects = Array(objects)
    for object in objects { requireOwn(object) }
    // All objects are deleted together, so that a collection that contains many of them is traversed once, and delete rules do not depend
    // on the order of the objects.
    guard _core.deleteRows(of: objects) else { return }
    for object in objects { object._dieDeleted() }
  }

  private func requireOwn(_ object: ObjectBase) {
    guard object._kind == .live, object._rowAccess.context == _core.context, !object._wasDeletedHere else {
      misuse(.deleteForeign(type: object._className))
    }
  }

  /// Deletes the objects that are values of a map. The keys remain, with the value nil. See `delete(_:)`.
  public func delete<Key: _MapKey, Value: ObjectBase>(_ map: Map<Key, Value?>) {
    delete(map.values.compactMap { $0 })
  }

  /// Deletes all objects of the Realm's types; stops the program outside a write. Objects that wait in the outbox remain. A delete rule of
  /// a type that only the file has can refuse the deletion; see `delete(_:)`.
  ///
  /// ```swift
  /// try realm.write { realm.deleteAll() }
  /// ```
  public func deleteAll() {
    _core.requireWrite("delete objects")
    let ordinals = _core.entities.keys.sorted()
    guard _core.session.hasDeleteRules else {
      for ordinal in ordinals { _core.deleteRows(ordinal, _core.reading { try _core.session.liveKeys(ordinal) }) }
      return
    }
    var keys: [Int: [Int64]] = [:]
    for ordinal in ordinals { keys[ordinal] = _core.reading { try _core.session.liveKeys(ordinal) } }
    _core.deleteRows(keys)
  }

  /// Returns the violation that deleting these objects in one call of `delete` would cause; nil if no delete rule would refuse the
  /// deletion. Changes nothing.
  ///
  /// ```swift
  /// if let refusal = realm.refusal(ofDeleting: [account]) { print("\(refusal.more + 1) objects still refer to it.") }
  /// ```
  ///
  /// The function can be called outside a write; in a frozen Realm, the result is that for its version. Stops the program if an object does
  /// not belong to this Realm, or has been deleted through its accessor. Complexity: O(objects that would be deleted, and their links). See
  /// the guide, *Rules*.
  public func refusal<S: Sequence>(ofDeleting objects: S) -> RuleViolation? where S.Element: ObjectBase {
    _core.checkConfinement("Realm")
    let objects = Array(objects)
    for object in objects { requireOwn(object) }
    return _core.reading { try _core.session.refusal(ofDeleting: _core.rowKeys(of: objects)) }.map { _core.ruleNames.violation($0) }
  }

  // MARK: - Finding

  /// Returns all objects of a type in creation order. The results are live.
  ///
  /// ```swift
  /// let adults = realm.objects(Person.self).where { $0.age >= 18 }.sorted(byKeyPath: "name")
  /// ```
  ///
  /// Stops the program if the type is not in this Realm's schema, or if `Element` is a base class such as `Object`. See the guide, *Reading
  /// and querying*.
  public func objects<Element: Object>(_ type: Element.Type) -> Results<Element> {
    _core.checkConfinement("Realm")
    let entity = type._entity
    _core.requireEntity(entity)
    if Element._isAbstract { misuse(.untypedResults(base: "\(Element.self)", type: entity.model.name)) }
    return Results(_ResultsCore(core: _core, source: .table, entity: entity))
  }

  /// Returns the object with this primary key; nil if there is none. Complexity: O(1).
  ///
  /// ```swift
  /// let person = realm.object(ofType: Person.self, forPrimaryKey: "Ada")  // if `name` is the primary key
  /// ```
  ///
  /// Stops the program if the type has no primary key, or if `key` cannot be converted to the type of the primary key. For a primary key of
  /// several properties, pass a value of the class's `PrimaryKey`; see `CompoundKeyed`.
  @inlinable
  public func object<Element: Object, KeyType>(ofType type: Element.Type, forPrimaryKey key: KeyType) -> Element? {
    let entity = type._entity
    // Integer keys, the most frequent ones, skip the generic look-up.
    let place =
      KeyType.self == Int.self || KeyType.self == Int64.self
      ? _core._place(of: entity, withKey: withUnsafeBytes(of: key) { $0.load(as: Int.self) }) : _core._place(of: entity, with: key)
    guard let row = place.access(_core.context) else { return nil }
    return type._accessor(row, _core)
  }
}

extension _RealmCore {
  // Deletes the rows of objects of this Realm. Returns false if a delete rule refuses that.
  fileprivate func deleteRows<Element: ObjectBase>(of objects: [Element]) -> Bool {
    // Most sequences have objects of one type, for which no dictionary is needed.
    guard let entity = objects.first?._entity else { return true }
    guard objects.allSatisfy({ $0._entity === entity }) else { return deleteRows(rowKeys(of: objects)) }
    return deleteRows(entity.ordinal, objects.filter { $0._isValid() }.map(\._rowAccess.key))
  }

  /// Returns the keys, by entity ordinal, of the objects that are valid.
  fileprivate func rowKeys<Element: ObjectBase>(of objects: [Element]) -> [Int: [Int64]] {
    var keys: [Int: [Int64]] = [:]
    for object in objects where object._isValid() { keys[object._entity.ordinal, default: []].append(object._rowAccess.key) }
    return keys
  }

  /// See `Realm.add`.
  func checkedAdd(_ object: ObjectBase, policy: Realm.UpdatePolicy) {
    requireWrite("add an object")
    let entity = object._entity
    checkPolicy(policy, entity)
    add(object, entity, policy: policy)
  }

  func checkPolicy(_ policy: Realm.UpdatePolicy, _ entity: _Entity) {
    requireEntity(entity)
    if policy != .error, !entity.hasKey {
      misuse(.noPrimaryKey(type: entity.model.name, operation: "updated"))
    }
  }
}
