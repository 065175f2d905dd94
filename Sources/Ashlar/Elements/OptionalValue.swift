public import AshlarStore

/// An optional element. If the cells of the wrapped type can represent null, the element is such a cell; otherwise, the cell is followed by
/// a byte that is 1 if there is a value.
extension Optional: RealmCollectionValue where Wrapped: _RealmCollectionValueInsideOptional {
  /// The size of an element in bytes.
  @inlinable public static var _width: Int { Wrapped._carriesNull ? Wrapped._width : Wrapped._width + 1 }

  /// True: null is a value of the type.
  @inlinable public static var _carriesNull: Bool { true }

  /// Reads an element. Also returns nil for a stored value that cannot be converted to the wrapped type, such as a raw value that is not a
  /// case.
  @inlinable public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Wrapped? {
    let isNull = Wrapped._carriesNull ? Slot(at: cell).isNull : (cell + Wrapped._width).load(as: UInt8.self) == 0
    return isNull ? nil : Wrapped._tryLoad(cell, home)
  }

  /// Writes an element.
  public static func _store(_ value: Wrapped?, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?) {
    if let value {
      Wrapped._store(value, cell, base, core)
      if !Wrapped._carriesNull { (cell + Wrapped._width).storeBytes(of: 1, as: UInt8.self) }
    } else if Wrapped._carriesNull {
      TextCell.store(nil, cell, base, core)
    } else {
      cell.initializeMemory(as: UInt8.self, repeating: 0, count: _width)
    }
  }

  /// Returns the object; nil for a null link.
  public static func _accessor(_ entity: _Entity, _ key: Int64, _ core: _RealmCore) -> Wrapped? {
    key < 0 ? nil : Wrapped._accessor(entity, key, core)
  }

  /// Returns the recorded value of the wrapped type.
  public static func _recorded(_ recorder: _Recorder) -> Wrapped? { Wrapped._recorded(recorder) }

  /// Returns the next element; nil at the end.
  @inlinable public static func _next(_ iteration: inout _Iteration) -> Wrapped?? {
    switch iteration.held {
    case .rows: return Wrapped._next(&iteration).map { .some($0) }
    case .values: return iteration.nextValue(Self.self)
    case .cells:
      guard let cell = iteration.nextCell() else { return nil }
      return .some(_load(cell, iteration.home))
    }
  }

  /// Returns the objects in the wrapped value.
  public static func _objects(in value: Wrapped?) -> [ObjectBase] { value.map(Wrapped._objects) ?? [] }

  /// The entity of the wrapped type.
  public static var _elementEntity: _Entity? { Wrapped._elementEntity }

  /// Converts a value as the wrapped type does. Nil and `NSNull` are converted to nil, as is a value of the persisted type that a failable
  /// custom type rejects, such as a value read from a file. Any other value that the wrapped type rejects cannot be converted.
  public static func _converted(from value: Any) -> Wrapped?? {
    guard let value = Ashlar.flattened(value) else { return .some(nil) }
    if let converted = Wrapped._converted(from: value) { return .some(converted) }
    func isStored<T: FailableCustomPersistable>(_ type: T.Type) -> Bool { T.PersistedType._converted(from: value) != nil }
    guard let failable = Wrapped.self as? any FailableCustomPersistable.Type, isStored(failable) else { return nil }
    return .some(nil)
  }
}

extension Optional where Wrapped: _HasPersistedType {
  /// Returns nil.
  public static func _rlmDefaultValue() -> Wrapped? { nil }
}
