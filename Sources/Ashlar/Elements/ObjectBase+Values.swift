public import AshlarStore

extension ObjectBase {
  /// Reads a required column of type `T`. Stops the program if the stored value cannot be converted.
  @inlinable public final func _value<T: RealmCollectionValue>(_ column: Int) -> T {
    let cell = _cell(column, T._width)
    guard let value = T._tryLoad(cell, _rowAccess.home) else { _stopAtStored(column, T.self) }
    return value
  }

  /// Writes a required column of type `T`.
  @inlinable public final func _setValue<T: RealmCollectionValue>(_ column: Int, _ value: T) {
    let cell = _cellForWriting(column, T._width)
    if T._width == Slot.size { _beginWriting(column) }
    T._store(value, cell, _rowAccess.base, _writingCore)
  }

  /// Reads an optional column of type `T?`. Also returns nil if the stored value cannot be converted.
  @inlinable public final func _optionalValue<T: RealmCollectionValue>(_ column: Int) -> T? {
    let cell = _cell(column, T._width)
    if _rowAccess.columns[column].null == 0 { return Slot(at: cell).isNull ? nil : T._tryLoad(cell, _rowAccess.home) }
    return _nullFlag(column).load(as: UInt8.self) == 0 ? nil : T._tryLoad(cell, _rowAccess.home)
  }

  /// Writes an optional column of type `T?`.
  @inlinable public final func _setOptionalValue<T: RealmCollectionValue>(_ column: Int, _ value: T?) {
    let cell = _cellForWriting(column, T._width)
    let hasFlag = _rowAccess.columns[column].null != 0
    if let value {
      if T._width == Slot.size { _beginWriting(column) }
      T._store(value, cell, _rowAccess.base, _writingCore)
      if hasFlag { _nullFlag(column).storeBytes(of: 1, as: UInt8.self) }
    } else if hasFlag {
      // Null cells are zero, so that sums can ignore the flags.
      cell.initializeMemory(as: UInt8.self, repeating: 0, count: T._width)
      _nullFlag(column).storeBytes(of: 0, as: UInt8.self)
    } else {
      _storeNull(cell)
    }
  }

  @usableFromInline final func _beginWriting(_ column: Int) { WrittenProperty.begin(self, column) }

  @usableFromInline final var _writingCore: AnyObject? { _kind == .live ? _realm : nil }

  @usableFromInline final func _storeNull(_ cell: UnsafeMutableRawPointer) { _storeBytes(nil, cell) }
}
