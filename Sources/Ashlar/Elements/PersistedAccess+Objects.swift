import AshlarSchema

// In an extension of the protocol, where `Self` is the class itself, as for elements.
extension _PersistableInsideOptional where Self: ObjectBase {
  /// A required link: the plugin refuses it.
  public static func _read(_ object: ObjectBase, _ column: Int) -> Self {
    misuse(.schema("A link to '\(Self.self)' must be optional: write '\(Self.self)?'."))
  }
  /// A required link: the plugin refuses it.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: Self) {
    misuse(.schema("A link to '\(Self.self)' must be optional: write '\(Self.self)?'."))
  }
  /// Follows a link.
  @inlinable @inline(__always) public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Self? {
    object._object(column, Self.self)
  }
  /// Sets a link.
  @inlinable @inline(__always) public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Self?) {
    object._setObject(column, value)
  }
}

extension List: _Persistable, _RealmSchemaDiscoverable, _HasPersistedType, _ObjcBridgeable where Element: _Persistable {
  /// A list is stored as one.
  public typealias PersistedType = List<Element>
  /// The type of the elements.
  public static var _rlmType: PropertyType { Element._rlmType }
  /// Whether elements may be nil.
  public static var _rlmOptional: Bool { Element._rlmOptional }
  /// An empty list.
  public static func _rlmDefaultValue() -> List { List() }
  /// The same instance each time.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> List { object._list(column) }
  /// Replaces the elements.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: List) { object._setList(column, value) }
}

extension MutableSet: _Persistable, _RealmSchemaDiscoverable, _HasPersistedType, _ObjcBridgeable where Element: _Persistable {
  /// A set is stored as one.
  public typealias PersistedType = MutableSet<Element>
  /// The type of the elements.
  public static var _rlmType: PropertyType { Element._rlmType }
  /// Whether elements may be nil.
  public static var _rlmOptional: Bool { Element._rlmOptional }
  /// An empty set.
  public static func _rlmDefaultValue() -> MutableSet { MutableSet() }
  /// The same instance each time.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> MutableSet { object._mutableSet(column) }
  /// Replaces the elements.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: MutableSet) { object._setMutableSet(column, value) }
}

extension Map: _Persistable, _RealmSchemaDiscoverable, _HasPersistedType, _ObjcBridgeable where Value: _Persistable {
  /// A map is stored as one.
  public typealias PersistedType = Map<Key, Value>
  /// The type of the values.
  public static var _rlmType: PropertyType { Value._rlmType }
  /// Whether values may be nil.
  public static var _rlmOptional: Bool { Value._rlmOptional }
  /// An empty map.
  public static func _rlmDefaultValue() -> Map { Map() }
  /// The same instance each time.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> Map { object._map(column) }
  /// Replaces the entries.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: Map) { object._setMap(column, value) }
}

extension LinkingObjects: _Persistable {
  /// Not stored.
  public typealias PersistedType = LinkingObjects<Element>
  /// The other end of links.
  public static var _rlmType: PropertyType { .linkingObjects }
  /// No objects.
  public static func _rlmDefaultValue() -> LinkingObjects { LinkingObjects() }
  /// The objects that link here. Their column depends on the class of the object, as inherited properties come first.
  public static func _read(_ object: ObjectBase, _ column: Int) -> LinkingObjects {
    object._linkingObjects(column < 0 ? object._linkingColumn(at: UInt32(-column)) : column)
  }
  /// Linking objects follow from the links.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: LinkingObjects) { misuse(.linkingObjectsAssigned) }
}

extension ObjectBase {
  @usableFromInline final func _linkingColumn(at place: UInt32) -> Int {
    let entity = _entity
    let model = entity.linked.handwritten.first { $0.name == entity.model.name }
    guard let column = model?.properties.firstIndex(where: { $0.place == place }) else { _unknownPlace(place) }
    return column
  }
}
