extension List: _Persistable, _RealmSchemaDiscoverable, _HasPersistedType, _ObjcBridgeable where Element: _Persistable {
  /// The type itself.
  public typealias PersistedType = List<Element>
  /// The type of the elements.
  public static var _rlmType: PropertyType { Element._rlmType }
  /// Whether elements may be nil.
  public static var _rlmOptional: Bool { Element._rlmOptional }
  /// Returns an empty list.
  public static func _rlmDefaultValue() -> List { List() }
  /// Returns the list of a column, the same instance on each call.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> List { object._list(column) }
  /// Replaces the elements of the list.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: List) { object._setList(column, value) }
}

extension MutableSet: _Persistable, _RealmSchemaDiscoverable, _HasPersistedType, _ObjcBridgeable where Element: _Persistable {
  /// The type itself.
  public typealias PersistedType = MutableSet<Element>
  /// The type of the elements.
  public static var _rlmType: PropertyType { Element._rlmType }
  /// Whether elements may be nil.
  public static var _rlmOptional: Bool { Element._rlmOptional }
  /// Returns an empty set.
  public static func _rlmDefaultValue() -> MutableSet { MutableSet() }
  /// Returns the set of a column, the same instance on each call.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> MutableSet { object._mutableSet(column) }
  /// Replaces the elements of the set.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: MutableSet) { object._setMutableSet(column, value) }
}

extension Map: _Persistable, _RealmSchemaDiscoverable, _HasPersistedType, _ObjcBridgeable where Value: _Persistable {
  /// The type itself.
  public typealias PersistedType = Map<Key, Value>
  /// The type of the values.
  public static var _rlmType: PropertyType { Value._rlmType }
  /// Whether values may be nil.
  public static var _rlmOptional: Bool { Value._rlmOptional }
  /// Returns an empty map.
  public static func _rlmDefaultValue() -> Map { Map() }
  /// Returns the map of a column, the same instance on each call.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> Map { object._map(column) }
  /// Replaces the entries of the map.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: Map) { object._setMap(column, value) }
}

extension AnyRealmValue {
  /// See `_Persistable`.
  public static func _read(_ object: ObjectBase, _ column: Int) -> AnyRealmValue { object._any(column) }
  /// See `_Persistable`.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: AnyRealmValue) { object._setAny(column, value) }
}
