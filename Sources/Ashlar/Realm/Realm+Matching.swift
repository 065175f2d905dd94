import AshlarSchema
import AshlarStore

extension Realm {
  /// Creates an object, or updates the object that has the same values in the properties of a unique rule.
  ///
  /// ```swift
  /// try realm.write {
  ///   realm.create(Member.self, value: ["email": "ada@example.org", "name": "Ada"], update: .modified, matching: \.email)
  /// }
  /// ```
  ///
  /// An object that is updated keeps its primary key: if `value` has a different key, or if no object matches and the primary key of
  /// `value` already exists, nothing is changed, and the commit throws `Realm.Error.invalidInput`. See `create(_:value:update:matching:)`,
  /// which accepts the names of the properties.
  @discardableResult
  public func create<T: Object>(
    _ type: T.Type, value: Any, update: UpdatePolicy, matching property: PartialKeyPath<T>, _ others: PartialKeyPath<T>...
  ) -> T {
    create(type, value: value, update: update, matching: ([property] + others).map { KeyPathParts.path(of: $0, for: .values) })
  }

  /// Creates an object, or updates the object that has the same values in the properties of a unique rule.
  ///
  /// ```swift
  /// try realm.write {
  ///   realm.create(Account.self, value: ["tenant": tenant, "login": "ada"], update: .modified, matching: ["tenant", "login"])
  /// }
  /// ```
  ///
  /// A property of the rule that `value` does not name has its default. A nil value matches no object, unless nil equals nil in the rule.
  /// If the rule has a condition, only objects that satisfy it match. Objects inside `value` are found by their primary keys, as without
  /// `matching`; a managed object as `value` is returned unchanged. Otherwise, this function behaves like `create(_:value:update:)`. See
  /// the guide, *Rules*.
  ///
  /// Stops the program if the type has no unique rule over exactly these properties, or if `update` is `.error`. If the matching object has
  /// a different primary key than `value`, or if no object matches and the primary key of `value` already exists, nothing is changed, and
  /// the commit throws `Realm.Error.invalidInput`.
  ///
  /// Complexity: that of a search in an index, plus O(objects that the write has changed since the last call), so that a loop takes linear
  /// time.
  /// - Parameters:
  ///   - update: `.modified` or `.all`.
  ///   - properties: The names of the properties of a unique rule, in any order.
  @discardableResult
  public func create<T: Object>(_ type: T.Type, value: Any, update: UpdatePolicy, matching properties: [String]) -> T {
    _core.requireWrite("create an object")
    return _core.create(type, value: value, policy: update, matching: _core.match(properties, type._entity, update))
  }

  /// Like `create(_:value:update:matching:)`, for a type that is identified by its name. See also `dynamicCreate(_:value:update:)`.
  @discardableResult
  public func dynamicCreate(_ typeName: String, value: Any, update: UpdatePolicy, matching properties: [String]) -> DynamicObject {
    _core.requireWrite("create an object")
    let entity = _core.namedEntity(typeName)
    if entity.model.kind == .embedded { misuse(.embeddedCreated(type: typeName)) }
    let match = _core.match(properties, entity, update)
    return DynamicObject(_core.create(entity, value: value, policy: update, matching: match)._rowAccess, _core)
  }

  /// Adds an unmanaged object, or updates the object that has the same values in the properties of a unique rule. The instance becomes
  /// managed in either case. Does nothing for an object that this Realm already manages.
  ///
  /// ```swift
  /// try realm.write { realm.add(member, update: .modified, matching: \.email) }
  /// ```
  ///
  /// A primary key without a default that is a UUID or an ObjectId is generated when it is first read. A key that has not been read does
  /// not conflict with the key of the matching object. See `create(_:value:update:matching:)`.
  public func add<T: Object>(_ object: T, update: UpdatePolicy, matching property: PartialKeyPath<T>, _ others: PartialKeyPath<T>...) {
    add(object, update: update, matching: ([property] + others).map { KeyPathParts.path(of: $0, for: .values) })
  }

  /// Adds an unmanaged object, or updates the object that has the same values in the properties of a unique rule; see
  /// `create(_:value:update:matching:)` and `add(_:update:)`.
  /// - Parameters:
  ///   - update: `.modified` or `.all`.
  ///   - properties: The names of the properties of a unique rule, in any order.
  public func add(_ object: Object, update: UpdatePolicy, matching properties: [String]) {
    _core.requireWrite("add an object")
    _core.add(object, update, _core.match(properties, object._entity, update))
  }

  /// Adds each object of a sequence; see `add(_:update:matching:)`. Objects with equal values in the properties become one object.
  public func add<S: Sequence>(_ objects: S, update: UpdatePolicy, matching properties: [String]) where S.Element: Object {
    _core.requireWrite("add objects")
    // The rule is looked up once for each type.
    var matches: [Int: UniqueMatch] = [:]
    for object in objects {
      let entity = object._entity
      let match = matches[entity.ordinal] ?? _core.match(properties, entity, update)
      matches[entity.ordinal] = match
      _core.add(object, update, match)
    }
  }
}

extension _RealmCore {
  // Stops the program if the policy does not update objects, or if the type has no unique rule over exactly these properties.
  fileprivate func match(_ properties: [String], _ entity: _Entity, _ policy: Realm.UpdatePolicy) -> UniqueMatch {
    requireEntity(entity)
    if policy == .error { misuse(.matchPolicy(type: entity.model.name)) }
    return UniqueMatch(properties, entity, self)
  }

  fileprivate func add(_ object: ObjectBase, _ policy: Realm.UpdatePolicy, _ match: UniqueMatch) {
    guard object._kind == .unmanaged else { return add(object, policy: policy) }
    adopt(object, policy: policy, match.object(like: object))
  }
}
