// By default, the codec of a type reads and writes its values. Generated code does the same for enums and the less common scalars.

extension _Persistable where Self: RealmCollectionValue {
  /// Reads a plain cell by default.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> Self { object._value(column) }
  /// Writes a plain cell by default.
  @inlinable @inline(__always) public static func _write(_ object: ObjectBase, _ column: Int, _ value: Self) {
    object._setValue(column, value)
  }
}

extension _PersistableInsideOptional where Self: RealmCollectionValue {
  /// Reads a plain optional cell by default.
  @inlinable @inline(__always) public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Self? {
    object._optionalValue(column)
  }
  /// Writes a plain optional cell by default.
  @inlinable @inline(__always) public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Self?) {
    object._setOptionalValue(column, value)
  }
}

extension PersistableEnum {
  /// Reads an enum's cell, whose value might not be a case while a key path is recorded.
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
  /// Converts the stored value.
  public static func _read(_ object: ObjectBase, _ column: Int) -> Self { object._custom(column) }
  /// Converts the value and stores it.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: Self) { object._setCustom(column, value) }
  /// Converts the stored value; nil if it is null or cannot be converted.
  public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Self? { object._optionalCustom(column) }
  /// Converts the value and stores it; stores null for nil.
  public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Self?) { object._setOptionalCustom(column, value) }
}

extension _CustomPersistable where PersistedType: EmbeddedObject {
  /// Converts the embedded object; for a null link, returns the default value of the type.
  public static func _read(_ object: ObjectBase, _ column: Int) -> Self { object._customObject(column) }
  /// Replaces the embedded object with a new one.
  public static func _write(_ object: ObjectBase, _ column: Int, _ value: Self) { object._setCustomObject(column, value) }
  /// Converts the embedded object; nil if there is none, or if it cannot be converted.
  public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Self? { object._optionalCustomObject(column) }
  /// Replaces the embedded object with a new one; deletes it for nil.
  public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Self?) {
    object._setOptionalCustomObject(column, value)
  }
}
