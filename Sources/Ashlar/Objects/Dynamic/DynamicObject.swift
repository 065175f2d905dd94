import AshlarSchema
public import AshlarStore

/// An object whose properties are accessed by name. Its type may exist in the file only, or in the program as well.
///
/// ```swift
/// for person in realm.dynamicObjects("Person") {
///   print(person.name as? String ?? "", person["age"] as? Int ?? 0)
/// }
/// ```
///
/// Reading a property returns:
///
/// - for a Bool, or a number other than `Decimal128`, an `NSNumber`, which `as?` converts to every number type that can represent the
///   value;
/// - the raw value of an enum, and the persisted value of a custom type;
/// - the payload of an `AnyRealmValue`, with an object as a `DynamicObject`;
/// - nil for null;
/// - for a link, an object of the program's class, an `Object` or `EmbeddedObject`; if the Realm has no class for the target, a
///   `DynamicObject`, which is an `Object`;
/// - a `List`, `MutableSet`, `Map` or `LinkingObjects` of such values for a collection; if they are objects, each is a `DynamicObject`.
///
/// In a migration, every object is a `DynamicObject`. A type that is not in the Realm's `objectTypes`, and its properties, have the names
/// that the file stores.
@dynamicMemberLookup
public nonisolated final class DynamicObject: Object {
  /// Creates an unmanaged object without a type or properties. To create an object of a type, call `realm.dynamicCreate("Person")`.
  public required init() { super.init() }

  /// Creates an accessor for a row. Used by the runtime.
  public override init(_ row: _Row, _ own: AnyObject?) { super.init(row, own) }

  /// Creates an accessor for a row. Used by the runtime.
  public override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(DynamicObject(row, own), to: Self.self) }

  /// Creates an unmanaged object, which a Realm adopts before any other code has a reference to it.
  convenience init(unmanaged entity: _Entity) { self.init(entity.makeUnmanagedRow(), nil) }

  /// Returns the entity of a row, which is found by the row's columns; `untyped` if the row has no type.
  @inline(never) static func entity(of row: _Row) -> _Entity {
    if let core = row.context.pointee.core?.takeUnretainedValue() as? _RealmCore, let entity = core.entity(of: row) { return entity }
    return UnlistedTables.entity(ofUnmanaged: row) ?? .untyped
  }

  /// The entity of objects without a type.
  public override class var _entity: _Entity { .untyped }

  /// Returns false: the class represents any type.
  public override class func shouldIncludeInDefaultSchema() -> Bool { false }

  /// The value of a property, in the form that the documentation of `DynamicObject` describes. The setter accepts the values that
  /// `Realm.create(_:value:update:)` accepts. An unknown name, or a value that the property cannot store, stops the program.
  ///
  /// ```swift
  /// try realm.write { person["age"] = 36 }
  /// ```
  public override subscript(key: String) -> Any? {
    get {
      if let migration = _migration { return _untypedObject(migration.value(of: self, key)) }
      let entity = _entity
      guard let ordinal = entity.ordinal(named: key) else { misuse(.unknownProperty(name: key, type: entity.model.name)) }
      let value = _dynamicValue(ordinal, entity)
      // Only the value of an `AnyRealmValue` may need conversion. The form is tested because a cast of each value would take longer than
      // reading it.
      let form = entity.forms[ordinal]
      return form.type == .any && form.collection == .none ? _untypedObject(value) : value
    }
    set {
      if let migration = _migration { return migration.set(newValue, key, of: self) }
      _setDynamicValue(newValue, key)
    }
  }

  // The migration of which the object's Realm is a side; nil outside a migration and for an unmanaged object.
  private var _migration: MigratedInstance? {
    guard _kind == .live else { return nil }
    let core = _realm
    return core.parts.isMigrating ? core.parts.migration : nil
  }

  /// Makes this an accessor for another row, in an enumeration that reuses the accessor. The caller must have the only reference to it.
  func _move(to row: _Row, _ core: _RealmCore) {
    _rowAccess = row
    // The accessor may refer to collections of the previous row.
    if _own !== core { _own = core }
  }

  /// Returns `self[key]`.
  public func value(forUndefinedKey key: String) -> Any? { self[key] }

  /// Sets `self[key]` to `value`.
  public func setValue(_ value: Any?, forUndefinedKey key: String) { self[key] = value }

  /// The value of a property: `person.age` is `person["age"]`.
  public subscript(dynamicMember member: String) -> Any? {
    get { self[member] }
    set { self[member] = newValue }
  }
}

/// The name of `DynamicObject` in migrations: `migration.enumerateObjects(ofType: "Person") { old, new in … }`.
public typealias MigrationObject = DynamicObject
