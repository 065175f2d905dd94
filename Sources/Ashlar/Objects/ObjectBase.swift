import AshlarSchema
public import AshlarStore

/// The base of all model classes.
///
/// An instance is an accessor: of a row in a Realm, or of a block of memory of its own with the same layout (an unmanaged
/// object). Both are read by the same code. Live accessors are confined to where their Realm was opened.
open nonisolated class ObjectBase {
  /// Where the row lies. For the runtime and emitted code.
  @exclusivity(unchecked) public final var _row: _Row
  /// What keeps the row's owner alive.
  @exclusivity(unchecked) public final var _keeper: _Keeper

  /// Makes an unmanaged object with the schema's defaults.
  public required init() {
    _row = Self._entity.makeUnmanagedRow()
    _keeper = _Keeper(nil)
  }

  /// Makes an accessor for a row. For the runtime and emitted code.
  @inlinable public required init(_ row: _Row, _ own: AnyObject?) {
    _row = row
    _keeper = _Keeper(own)
  }

  // No Swift global may be touched here: objects made in a loop live on the stack.
  @inlinable deinit {
    if _row.context.pointee.kind == 0 { _free() }
    _keeper.end()
  }

  /// What keeps the row's owner alive: a Realm instance, or cells that hold it and cached collections.
  final var _own: AnyObject? {
    get { _keeper.own }
    set {
      let old = _keeper
      _keeper = _Keeper(newValue)
      old.end()
    }
  }

  /// The entity of the class; emitted for each model.
  open class var _entity: Entity {
    misuse(.schema("'\(Self.self)' has no schema: models are generated from YAML by 'ashlar generate' or the AshlarGenerate plugin."))
  }

  /// The columns of key paths that cannot be recorded: required properties of failable custom types, where neither the
  /// property's default nor the type's converts. Emitted for classes that have some.
  open class var _keyPathColumns: [AnyKeyPath: Int] { [:] }

  /// The name by which the class is known in a schema.
  open class func className() -> String { _entity.model.name }

  /// The name of the primary key property.
  open class func primaryKey() -> String? { _entity.model.primaryKey.map { _entity.model.properties[$0].name } }

  /// Whether the row was deleted, or belongs to a cancelled write. Never false again. O(1).
  open var isInvalidated: Bool { !_isValid() }

  /// The class name and each stored property, `name = value`.
  open var description: String { _describe(depth: 5, indent: "") }

  /// A hash that goes with `isEqual`.
  open var hash: Int { _identityHash() }

  /// See `==`.
  open func isEqual(_ other: Any?) -> Bool { _isIdentical(to: other) }

  /// The value of a property by its Swift name.
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
