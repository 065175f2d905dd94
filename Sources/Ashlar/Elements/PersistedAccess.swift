// By default a value is read and written by its codec, as generated code does for enums and the rarer scalars.

extension _Persistable where Self: RealmCollectionValue {
  /// By default a plain cell.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> Self { object._value(column) }
  /// By default a plain cell.
  @inlinable @inline(__always) public static func _write(_ object: ObjectBase, _ column: Int, _ value: Self) {
    object._setValue(column, value)
  }
}

extension _PersistableInsideOptional where Self: RealmCollectionValue {
  /// By default a plain cell.
  @inlinable @inline(__always) public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Self? {
    object._optionalValue(column)
  }
  /// By default a plain cell.
  @inlinable @inline(__always) public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Self?) {
    object._setOptionalValue(column, value)
  }
}

extension PersistableEnum {
  /// An enum's cell; while a key path is recorded, it may hold no case.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> Self { object._externalEnum(column) }
}

extension Optional where Wrapped: _PersistableInsideOptional {
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> Wrapped? {
    Wrapped._readOptional(object, column)
  }
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _write(_ object: ObjectBase, _ column: Int, _ value: Wrapped?) {
    Wrapped._writeOptional(object, column, value)
  }
}

extension _CustomPersistable {
  /// Converts what is stored.
  public static func _read(_ object: ObjectBase, _ column: Int) -> Self { object._custom(column) }
  /// Stores what the value converts to.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: Self) { object._setCustom(column, value) }
  /// Converts what is stored.
  public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Self? { object._optionalCustom(column) }
  /// Stores what the value converts to.
  public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Self?) { object._setOptionalCustom(column, value) }
}

extension _CustomPersistable where PersistedType: EmbeddedObject {
  /// Converts the embedded object.
  public static func _read(_ object: ObjectBase, _ column: Int) -> Self { object._customObject(column) }
  /// Stores a new embedded object.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: Self) { object._setCustomObject(column, value) }
  /// Converts the embedded object.
  public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Self? { object._optionalCustomObject(column) }
  /// Stores a new embedded object.
  public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Self?) {
    object._setOptionalCustomObject(column, value)
  }
}
