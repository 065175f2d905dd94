public import AshlarStore

/// An optional element. A type whose cells represent null uses the same cell; any other type has a byte after its cell, which is 1 if there
/// is a value.
extension Optional: RealmCollectionValue where Wrapped: _RealmCollectionValueInsideOptional {
  /// The size of an element in bytes.
  @inlinable public static var _width: Int { Wrapped._carriesNull ? Wrapped._width : Wrapped._width + 1 }

  /// True: null is a value of the type.
  @inlinable public static var _carriesNull: Bool { true }

  /// Reads an element. A raw value without a case is nil.
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

  /// The object; nil for a null link.
  public static func _accessor(_ entity: _Entity, _ key: Int64, _ core: _RealmCore) -> Wrapped? {
    key < 0 ? nil : Wrapped._accessor(entity, key, core)
  }

  /// The recorder's value.
  public static func _recorded(_ recorder: _Recorder) -> Wrapped? { Wrapped._recorded(recorder) }

  /// The next element.
  @inlinable public static func _next(_ iteration: inout _Iteration) -> Wrapped?? {
    switch iteration.held {
    case .rows: return Wrapped._next(&iteration).map { .some($0) }
    case .values: return iteration.nextValue(Self.self)
    case .cells:
      guard let cell = iteration.nextCell() else { return nil }
      return .some(_load(cell, iteration.home))
    }
  }

  /// The objects of the wrapped value.
  public static func _objects(in value: Wrapped?) -> [ObjectBase] { value.map(Wrapped._objects) ?? [] }

  /// The entity of the wrapped type.
  public static var _elementEntity: _Entity? { Wrapped._elementEntity }

  /// Returns the value converted by the wrapped type. Nil and `NSNull` convert to nil, and so does a value of the persisted type that a
  /// failable custom type rejects, such as one read from a file; any other value cannot be converted.
  public static func _converted(from value: Any) -> Wrapped?? {
    guard let value = Ashlar.flattened(value) else { return .some(nil) }
    if let converted = Wrapped._converted(from: value) { return .some(converted) }
    func isStored<T: FailableCustomPersistable>(_ type: T.Type) -> Bool { T.PersistedType._converted(from: value) != nil }
    guard let failable = Wrapped.self as? any FailableCustomPersistable.Type, isStored(failable) else { return nil }
    return .some(nil)
  }
}

extension Optional where Wrapped: _HasPersistedType {
  /// Nil.
  public static func _rlmDefaultValue() -> Wrapped? { nil }
}
