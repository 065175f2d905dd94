import AshlarSchema
import AshlarStore

// The cells of a recorder contain zeros, which a conversion might reject, and a conversion must not receive a recording object. Recorders
// therefore return default values.
extension ObjectBase {
  /// Reads a column of a custom type that is stored as a scalar, and converts the value. Stops the program if it cannot be converted.
  public final func _custom<T: _CustomPersistable>(_ column: Int) -> T {
    let cell = _cell(column, T._width)
    if _kind == .recorder { return _recordedCustom(column) }
    guard let stored = T.PersistedType._tryLoad(cell, _rowAccess.home) else { _stopAtStored(column, T.PersistedType.self) }
    guard let value = T._custom(from: stored) else { _stopAtCustom(column, stored, T.self) }
    return value
  }

  private func _stopAtCustom<T: _CustomPersistable>(_ column: Int, _ stored: T.PersistedType, _ type: T.Type) -> Never {
    // A property that has never been set has the default of the persisted type.
    if _kind == .unmanaged, stored == T.PersistedType._rlmDefaultValue() {
      misuse(.noCustomDefault(type: "\(T.self)", value: "\(stored)"))
    }
    misuse(.customValue(type: "\(T.self)", value: "\(stored)"))
  }

  /// Stops the program if a required property of a failable custom type has the default of its persisted type, and this default cannot be
  /// converted.
  final func _checkCustomDefault<T: _CustomPersistable>(_ column: Int, _ type: T.Type) {
    let stored = T.PersistedType._load(_cell(column, T._width), _rowAccess.home)
    guard stored == T.PersistedType._rlmDefaultValue(), T._custom(from: stored) == nil else { return }
    misuse(.noCustomDefault(type: "\(T.self)", value: "\(stored)"))
  }

  // Returns the property's default if it has one; otherwise the type's default. If a failable type has no default, returns the value of a
  // new object or, if that cannot be converted either, a sample value.
  private func _recordedCustom<T: _CustomPersistable>(_ column: Int) -> T {
    let value: Any? =
      switch _entity.model.properties[column].defaultValue {
      case .bool(let value)?: value
      case .int(let value)?: value
      case .double(let value)?: value
      case .string(let value)?: value
      default: nil
      }
    if let value = value.flatMap({ T._converted(from: $0) }) ?? T._defaultOrNil { return value }
    return withExtendedLifetime(_entity.type.init()) { object in
      T._tryLoad(object._cell(column, T._width), object._rowAccess.home)
    } ?? T._sample
  }

  /// Writes a column of a custom type that is stored as a scalar.
  public final func _setCustom<T: _CustomPersistable>(_ column: Int, _ value: T) { _setValue(column, value.persistableValue) }

  /// Reads an optional column of a custom type. Also returns nil if the stored value cannot be converted.
  public final func _optionalCustom<T: _CustomPersistable>(_ column: Int) -> T? {
    guard _kind == .recorder else { return _optionalValue(column) }
    _slow(column)
    return T._defaultOrNil
  }

  /// Writes an optional column of a custom type.
  public final func _setOptionalCustom<T: _CustomPersistable>(_ column: Int, _ value: T?) {
    _setOptionalValue(column, value?.persistableValue)
  }

  /// Reads a column of a custom type that is stored as an embedded object. For a null link, returns the default value of the type.
  public final func _customObject<T: _CustomPersistable>(_ column: Int) -> T where T.PersistedType: EmbeddedObject {
    let object = _object(column, T.PersistedType.self)
    if _kind == .recorder {
      if let value = T._defaultOrNil { return value }
      return withExtendedLifetime(_entity.type.init()) { object in
        object._object(column, T.PersistedType.self).flatMap { T._custom(from: $0) }
      } ?? T._sample
    }
    guard let object else { return T._rlmDefaultValue() }
    return T._required(object)
  }

  /// Replaces the embedded object that stores the value with a new one.
  public final func _setCustomObject<T: _CustomPersistable>(_ column: Int, _ value: T) where T.PersistedType: EmbeddedObject {
    _storeLink(column, value.persistableValue, policy: .error)
  }

  /// Reads an optional column of a custom type that is stored as an embedded object. Also returns nil if the object cannot be converted.
  public final func _optionalCustomObject<T: _CustomPersistable>(_ column: Int) -> T? where T.PersistedType: EmbeddedObject {
    let object = _object(column, T.PersistedType.self)
    return _kind == .recorder ? T._defaultOrNil : object.flatMap { T._custom(from: $0) }
  }

  /// Replaces or deletes the embedded object that stores the value.
  public final func _setOptionalCustomObject<T: _CustomPersistable>(_ column: Int, _ value: T?) where T.PersistedType: EmbeddedObject {
    _storeLink(column, value?.persistableValue, policy: .error)
  }
}
