import AshlarSchema
public import AshlarStore

/// An object whose properties are accessed by name: of a type that only the file has, or of one that the program has as well.
///
///     for trip in realm.dynamicObjects("Trip") { print(trip.from as? String ?? "", trip["to"] as? String ?? "") }
///
/// Numbers and Bools are read as `NSNumber`, so that `as?` gives them as every number type that can hold the value. Enums are read as
/// their raw values, custom types as what they are stored as, and null as nil. A link is read as an object of the program's class, or as a
/// `DynamicObject` where the Realm has no class for it; a cast to `Object` or `EmbeddedObject` gives either. Collections are read as
/// `List`, `MutableSet` and `Map` of such values, those of objects with untyped elements. In a migration every object is a
/// `DynamicObject`. A type that is not among the Realm's `objectTypes` is named as the file names it, and so are its properties.
@dynamicMemberLookup
public nonisolated final class DynamicObject: Object {
  /// Creates an unmanaged object without a type or properties. `Realm.dynamicCreate` creates objects of a type.
  public required init() { super.init() }

  /// Makes an accessor for a row. For the runtime.
  public override init(_ row: _Row, _ own: AnyObject?) { super.init(row, own) }

  /// Makes an accessor for a row. For the runtime.
  public override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(DynamicObject(row, own), to: Self.self) }

  /// An object to be adopted by a Realm. It never gets out before.
  convenience init(unmanaged entity: _Entity) { self.init(entity.makeUnmanagedRow(), nil) }

  /// The entity of a row, told by its columns.
  @inline(never) static func entity(of row: _Row) -> _Entity {
    if let core = row.context.pointee.core?.takeUnretainedValue() as? _RealmCore, let entity = core.entity(of: row) { return entity }
    return UnlistedTables.entity(ofUnmanaged: row) ?? .untyped
  }

  /// That of objects of no type.
  public override class var _entity: _Entity { .untyped }

  /// Never: it stands for any type.
  public override class func shouldIncludeInDefaultSchema() -> Bool { false }

  /// The value of a property, see the class. Setting takes what `Realm.create(_:value:update:)` takes; an unknown
  /// name, or a value that the property cannot hold, stops the program.
  public override subscript(key: String) -> Any? {
    get {
      if _kind == .live, let migration = _realm.parts.migration { return untyped(migration.value(of: self, key)) }
      let value = _dynamicValue(key)
      return value is Object && _property(key).property.type == .any ? untyped(value) : value
    }
    set {
      if _kind == .live, let migration = _realm.parts.migration { return migration.set(newValue, key, of: self) }
      _setDynamicValue(newValue, key)
    }
  }

  // An object in a value of any type is untyped, and so is everything in a migration.
  private func untyped(_ value: Any?) -> Any? { (value as? Object).map { AnyRealmValue.object($0).dynamicObject ?? $0 } ?? value }

  /// As `self[key]`.
  public func value(forUndefinedKey key: String) -> Any? { self[key] }

  /// As `self[key] = value`.
  public func setValue(_ value: Any?, forUndefinedKey key: String) { self[key] = value }

  /// As `self[key]`.
  public subscript(dynamicMember member: String) -> Any? {
    get { self[member] }
    set { self[member] = newValue }
  }
}

/// The name that migrations use.
public typealias MigrationObject = DynamicObject
