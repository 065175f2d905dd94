import AshlarSchema
public import AshlarStore

/// The base of all model classes.
///
/// An instance is an accessor for a row in a Realm, or for a block of memory of its own with the same layout (an unmanaged
/// object). The same code reads both. Live accessors are confined to the place where their Realm was opened.
open nonisolated class ObjectBase {
  /// Where the row lies. For the runtime and emitted code.
  @exclusivity(unchecked) public final var _row: _Row
  /// What keeps the row's owner alive.
  @exclusivity(unchecked) public final var _ownerReference: _OwnerReference

  /// Creates an unmanaged object with the schema's defaults.
  public required init() {
    let entity = Self._entity
    _row = entity.makeUnmanagedRow()
    _ownerReference = _OwnerReference(nil)
    if entity.completesObjects { _complete(entity) }
  }

  /// Creates an accessor for a row. For the runtime and emitted code. Not required: classes written by hand may have designated
  /// initializers of their own. Where only a metatype is known, `_accessor` makes accessors.
  @inlinable public init(_ row: _Row, _ own: AnyObject?) {
    _row = row
    _ownerReference = _OwnerReference(own)
  }

  /// An accessor for a row. Emitted for each generated class; those written by hand are looked up.
  open class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { HandwrittenModels.accessor(Self.self, row, own) }

  // No Swift global may be touched here: objects made in a loop live on the stack.
  @inlinable deinit {
    if _row.context.pointee.kind == 0 { _free() }
    _ownerReference.end()
  }

  /// What keeps the row's owner alive: a Realm instance, or cells that hold it and cached collections.
  final var _own: AnyObject? {
    get { _ownerReference.own }
    set {
      let old = _ownerReference
      _ownerReference = _OwnerReference(newValue)
      old.end()
    }
  }

  /// The entity of the class; emitted for each generated model. Of classes written by hand, which nothing can override, the one that
  /// was made when it was first asked for.
  open class var _entity: _Entity { HandwrittenModels.entity(of: Self.self) }

  /// The entity of the row: that of the class, but for `DynamicObject`. Only the row is handed on: where the object itself might be
  /// kept, no element of a loop lives on the stack.
  @inline(__always) final var _entity: _Entity {
    let type = type(of: self)
    return type == DynamicObject.self ? DynamicObject.entity(of: _row) : type._entity
  }

  /// The columns of key paths that recording does not tell apart from what is computed of them: properties of custom types, which moreover
  /// may not convert what a recorded row has. Emitted for classes that have some.
  open class var _keyPathColumns: [AnyKeyPath: Int] { [:] }

  /// The types of properties that not every stored value can be converted to, by column. Emitted for classes that have some.
  open class var _failableTypes: [Int: any FailableCustomPersistable.Type] { [:] }

  /// Whether the class stands for any type, and has no entity of its own.
  @inline(__always) static var _isAbstract: Bool {
    Self.self == DynamicObject.self || Self.self == Object.self || Self.self == EmbeddedObject.self || Self.self == AsymmetricObject.self
      || Self.self == ObjectBase.self
  }

  /// The name of the class in a schema.
  open class func className() -> String { _isAbstract ? "\(Self.self)" : _entity.model.name }

  /// The name of the primary key property; nil for types without one, and for the base classes.
  open class func primaryKey() -> String? {
    _isAbstract ? nil : _entity.model.primaryKey.map { _entity.model.properties[$0].name }
  }

  // MARK: - The class in a schema

  // All of these follow from the schema. Overriding one with what differs from it is an error when a Realm is opened.

  /// Whether the class is among the types of a Realm that does not list its own. Override it with `false` to keep the class out.
  open class func shouldIncludeInDefaultSchema() -> Bool { !_isAbstract }

  /// The names of properties in the file, by those in Swift, where they differ.
  open class func propertiesMapping() -> [String: String] { _isAbstract ? [:] : _entity.mapping }

  /// The name of the type in the file; nil where it is that of the class.
  open class func _realmObjectName() -> String? {
    _isAbstract || _entity.model.storedName == _entity.model.name ? nil : _entity.model.storedName
  }

  /// Whether the class is excluded from schemas. False for all generated classes.
  open class func _realmIgnoreClass() -> Bool { false }

  /// See `propertiesMapping()`.
  @available(*, unavailable, renamed: "propertiesMapping()")
  open class func _realmColumnNames() -> [String: String]? { nil }

  /// Whether the class is embedded: each object is owned by another.
  open class func isEmbedded() -> Bool { !_isAbstract && _entity.model.kind == .embedded }

  /// Whether the class is asymmetric: its objects are only written.
  open class func isAsymmetric() -> Bool { !_isAbstract && _entity.model.kind == .asymmetric }

  /// The schema entry of the class; nil for the base classes.
  open class func sharedSchema() -> ObjectSchema? { _isAbstract ? nil : ObjectSchema(_entity) }

  /// The names of properties of generated classes that are not stored. They are left out of the schema: none.
  open class func ignoredProperties() -> [String] { [] }

  /// The names of the properties with an index, without the primary key.
  open class func indexedProperties() -> [String] { _isAbstract ? [] : _entity.indexedNames }

  // MARK: - The object

  /// Whether the row was deleted, or its write was cancelled. Once true, it stays true. O(1).
  open var isInvalidated: Bool { !_isValid() }

  /// Whether the object never changes and may be read from any thread. May be asked from any thread.
  public final var isFrozen: Bool { _kind == .live && _row.context.pointee.ownerMask == 0 }

  /// The class name and each stored property, `name = value`.
  open var description: String { _describe(depth: 5, indent: "") }

  /// A hash consistent with `isEqual(_:)`.
  open var hash: Int { _identityHash() }

  /// See `==`.
  open func isEqual(_ other: Any?) -> Bool { _isIdentical(to: other) }

  /// The value of a property by its Swift name: see `value(forKey:)` and `setValue(_:forKey:)`.
  open subscript(key: String) -> Any? {
    get { _dynamicValue(key) }
    set { _setDynamicValue(newValue, key) }
  }
}

extension ObjectBase: Hashable, CustomStringConvertible {
  /// Equal when identical, or for types with a primary key and frozen objects when both are the same row in the same Realm
  /// instance. Frozen Realms of one version are the same instance.
  public static func == (a: ObjectBase, b: ObjectBase) -> Bool { a.isEqual(b) }

  /// Hashes the primary key's value, or the identity of objects without one; of frozen objects their row.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
