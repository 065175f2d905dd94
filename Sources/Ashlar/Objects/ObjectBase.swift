import AshlarSchema
public import AshlarStore

/// The base class of all model classes.
///
/// An instance is an accessor for a row in a Realm, or for a separate block of memory with the same layout (an unmanaged object). One
/// implementation reads rows and such blocks. Live accessors are confined to the thread, queue, actor or task of their Realm. See the
/// guide, *Threads, actors and tasks*.
open nonisolated class ObjectBase {
  /// The location of the row. Used by the runtime and emitted code.
  @exclusivity(unchecked) public final var _rowAccess: _Row
  /// The reference that keeps the Realm instance of the row open; see `_own`.
  @exclusivity(unchecked) public final var _ownerReference: _OwnerReference

  /// Creates an unmanaged object with the schema's defaults.
  ///
  /// ```swift
  /// let dog = Dog()
  /// ```
  public required init() {
    let entity = Self._entity
    _rowAccess = entity.makeUnmanagedRow()
    _ownerReference = _OwnerReference(nil)
    if entity.completesObjects { _complete(entity) }
  }

  /// Creates an accessor for a row. Used by the runtime and emitted code. This initializer is not `required`, because handwritten classes
  /// may have designated initializers; if only the metatype is known, `_accessor` creates the accessor.
  @inlinable public init(_ row: _Row, _ own: AnyObject?) {
    _rowAccess = row
    _ownerReference = _OwnerReference(own)
  }

  /// Creates an accessor for a row. Generated classes override it; for a handwritten class, the function that creates the accessor is
  /// looked up.
  open class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { HandwrittenModels.accessor(Self.self, row, own) }

  // This code must not access a Swift global, because the objects that a loop creates could then not be allocated on the stack.
  @inlinable deinit {
    if _rowAccess.context.pointee.kind == 0 { _free() }
    _ownerReference.end()
  }

  /// The object that keeps the Realm instance open: the instance itself, the only cached collection of the accessor, or the
  /// `CollectionCells` with its cached collections. Nil for an unmanaged object.
  final var _own: AnyObject? {
    get { _ownerReference.own }
    set {
      let old = _ownerReference
      _ownerReference = _OwnerReference(newValue)
      old.end()
    }
  }

  /// The entity of the class. Generated classes override it; the entity of a handwritten class is created on first use.
  open class var _entity: _Entity { HandwrittenModels.entity(of: Self.self) }

  /// The entity of the row: the entity of the class, except for a `DynamicObject`. Only the row is passed to `DynamicObject.entity(of:)`:
  /// if the object itself could escape, no object that a loop creates could be allocated on the stack.
  @inline(__always) final var _entity: _Entity {
    let type = type(of: self)
    return type == DynamicObject.self ? DynamicObject.entity(of: _rowAccess) : type._entity
  }

  /// The columns of properties of custom types, by key path. Recording cannot distinguish a key path to such a property from a key path
  /// into its value; in addition, a recorder's values might not be convertible to these types. Emitted for classes with such properties.
  open class var _keyPathColumns: [AnyKeyPath: Int] { [:] }

  /// The failable custom types of properties, by column. Emitted for classes with such properties.
  open class var _failableTypes: [Int: any FailableCustomPersistable.Type] { [:] }

  /// Whether the class is `DynamicObject` or a base class. Such classes represent any type, and have no entry in a schema.
  @inline(__always) static var _isAbstract: Bool {
    Self.self == DynamicObject.self || Self.self == Object.self || Self.self == EmbeddedObject.self || Self.self == AsymmetricObject.self
      || Self.self == ObjectBase.self
  }

  /// The name of the class in a schema: `Person.className()` is `"Person"`.
  open class func className() -> String { _isAbstract ? "\(Self.self)" : _entity.model.name }

  /// The name of the primary key property; nil for a class without a primary key or with a primary key of several properties, for a base
  /// class, and for `DynamicObject`.
  ///
  /// ```swift
  /// override class func primaryKey() -> String? { "name" }
  /// ```
  open class func primaryKey() -> String? {
    _isAbstract ? nil : _entity.model.primaryKey.map { _entity.model.properties[$0].name }
  }

  // MARK: - The class in a schema

  // Opening a Realm fails if an override of `primaryKey`, `propertiesMapping`, `_realmObjectName`, `ignoredProperties` or
  // `indexedProperties` contradicts the schema.

  /// Whether a Realm whose configuration lists no `objectTypes` includes the class. Override it to exclude the class:
  ///
  /// ```swift
  /// override class func shouldIncludeInDefaultSchema() -> Bool { false }
  /// ```
  open class func shouldIncludeInDefaultSchema() -> Bool { !_isAbstract }

  /// The names of properties in the file, by their names in Swift, for the properties whose names differ:
  ///
  /// ```swift
  /// override class func propertiesMapping() -> [String: String] { ["name": "full_name"] }
  /// ```
  open class func propertiesMapping() -> [String: String] { _isAbstract ? [:] : _entity.mapping }

  /// The rules of a class written by hand, and its indexes of several properties. The plugin AshlarGenerate reads them from the source; see
  /// `SchemaRule`. A class has the rules of its superclass and those that its own override lists.
  ///
  /// ```swift
  /// override class var schemaRules: [SchemaRule] { [.unique(\Dog.owner, \Dog.name), .range(\Dog.age, 0...30)] }
  /// ```
  open class var schemaRules: [SchemaRule] { [] }

  /// The name of the type in the file; nil if it is the name of the class.
  open class func _realmObjectName() -> String? {
    _isAbstract || _entity.model.storedName == _entity.model.name ? nil : _entity.model.storedName
  }

  /// Whether a Realm whose configuration lists no `objectTypes` ignores the class, even if `shouldIncludeInDefaultSchema()` includes it.
  /// False unless overridden. New code overrides `shouldIncludeInDefaultSchema()`.
  open class func _realmIgnoreClass() -> Bool { false }

  /// Unavailable; override `propertiesMapping()`.
  @available(*, unavailable, renamed: "propertiesMapping()")
  open class func _realmColumnNames() -> [String: String]? { nil }

  /// Whether the class is embedded: each object is owned by another object. See the guide, *Links and embedded objects*.
  open class func isEmbedded() -> Bool { !_isAbstract && _entity.model.kind == .embedded }

  /// Whether the class is asymmetric: its objects are write-only. See `AsymmetricObject`.
  open class func isAsymmetric() -> Bool { !_isAbstract && _entity.model.kind == .asymmetric }

  /// The class's entry in the schema; nil for the base classes and `DynamicObject`.
  ///
  /// ```swift
  /// let names = Person.sharedSchema()?.properties.map(\.name)
  /// ```
  open class func sharedSchema() -> ObjectSchema? { _isAbstract ? nil : ObjectSchema(_entity) }

  /// The names of properties that are not stored; empty by default. Override it in a handwritten class to silence the build's warnings
  /// about declarations in the older style. See the guide, *Models written in Swift*.
  open class func ignoredProperties() -> [String] { [] }

  /// The names of the indexed properties, except the primary key.
  open class func indexedProperties() -> [String] { _isAbstract ? [] : _entity.indexedNames }

  // MARK: - The object

  /// Whether the row has been deleted, the write that inserted it has been cancelled, or the Realm has been invalidated since the object
  /// was read. An invalidated object remains invalidated. Complexity: O(1).
  ///
  /// ```swift
  /// try realm.write { realm.delete(dog) }
  /// dog.isInvalidated  // true
  /// ```
  open var isInvalidated: Bool { !_isValid() }

  /// Whether the object never changes and may be read on any thread. This property itself may be read on any thread. See the guide,
  /// *Threads, actors and tasks*.
  public final var isFrozen: Bool { _kind == .live && _rowAccess.context.pointee.ownerMask == 0 }

  /// The class name and each stored property as `name = value`; `print(person)` prints this text.
  open var description: String { _describe(depth: 5, indent: "") }

  /// A hash value that is consistent with `isEqual(_:)`.
  open var hash: Int { _identityHash() }

  /// Returns whether `other` is an object that equals this one, as described for `==`, which calls this method.
  open func isEqual(_ other: Any?) -> Bool { _isIdentical(to: other) }

  /// The value of a property by its name in Swift. See `value(forKey:)` and `setValue(_:forKey:)`.
  ///
  /// ```swift
  /// try realm.write { person["age"] = 36 }
  /// ```
  open subscript(key: String) -> Any? {
    get { _dynamicValue(key) }
    set { _setDynamicValue(newValue, key) }
  }
}

extension ObjectBase: Hashable, CustomStringConvertible {
  /// Returns whether `a` and `b` are identical or, if they are frozen or their type has a primary key, refer to the same row of the same
  /// Realm instance. Frozen Realms of the same file, version, types, outbox limits and `tracksReads` are one instance.
  public static func == (a: ObjectBase, b: ObjectBase) -> Bool { a.isEqual(b) }

  /// Hashes the row of a frozen object. For any other object, hashes the value of the primary key or, if the type has no key or the object
  /// is invalidated, the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
