#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// These accessors are concrete rather than generic: they are equally fast in optimized builds, and much faster in debug builds.
extension ObjectBase {
  /// Reads an Int column.
  @inlinable public final func _int(_ column: Int) -> Int { _cell(column, 8).load(as: Int.self) }
  /// Writes an Int column.
  @inlinable public final func _setInt(_ column: Int, _ value: Int) { _cellForWriting(column, 8).storeBytes(of: value, as: Int.self) }
  /// Reads an `Int?` column.
  @inlinable public final func _optionalInt(_ column: Int) -> Int? {
    let cell = _cell(column, 8)
    return _nullFlag(column).load(as: UInt8.self) == 0 ? nil : cell.load(as: Int.self)
  }
  /// Writes an `Int?` column.
  @inlinable public final func _setOptionalInt(_ column: Int, _ value: Int?) {
    _cellForWriting(column, 8).storeBytes(of: value ?? 0, as: Int.self)
    _nullFlag(column).storeBytes(of: value == nil ? 0 : 1, as: UInt8.self)
  }

  /// Reads a Double column.
  @inlinable public final func _double(_ column: Int) -> Double { _cell(column, 8).load(as: Double.self) }
  /// Writes a Double column.
  @inlinable public final func _setDouble(_ column: Int, _ value: Double) {
    _cellForWriting(column, 8).storeBytes(of: value, as: Double.self)
  }
  /// Reads a `Double?` column.
  @inlinable public final func _optionalDouble(_ column: Int) -> Double? {
    let cell = _cell(column, 8)
    return _nullFlag(column).load(as: UInt8.self) == 0 ? nil : cell.load(as: Double.self)
  }
  /// Writes a `Double?` column.
  @inlinable public final func _setOptionalDouble(_ column: Int, _ value: Double?) {
    _cellForWriting(column, 8).storeBytes(of: value ?? 0, as: Double.self)
    _nullFlag(column).storeBytes(of: value == nil ? 0 : 1, as: UInt8.self)
  }

  /// Reads a Bool column.
  @inlinable public final func _bool(_ column: Int) -> Bool { _cell(column, 1).load(as: UInt8.self) != 0 }
  /// Writes a Bool column.
  @inlinable public final func _setBool(_ column: Int, _ value: Bool) {
    _cellForWriting(column, 1).storeBytes(of: value ? 1 : 0, as: UInt8.self)
  }
  /// Reads a `Bool?` column.
  @inlinable public final func _optionalBool(_ column: Int) -> Bool? {
    let cell = _cell(column, 1)
    return _nullFlag(column).load(as: UInt8.self) == 0 ? nil : cell.load(as: UInt8.self) != 0
  }
  /// Writes a `Bool?` column.
  @inlinable public final func _setOptionalBool(_ column: Int, _ value: Bool?) {
    _cellForWriting(column, 1).storeBytes(of: value == true ? 1 : 0, as: UInt8.self)
    _nullFlag(column).storeBytes(of: value == nil ? 0 : 1, as: UInt8.self)
  }

  /// Reads a Date column.
  @inlinable public final func _date(_ column: Int) -> Date { _DateCell.load(_cell(column, 12)) }
  /// Writes a Date column.
  @inlinable public final func _setDate(_ column: Int, _ value: Date) { _DateCell.store(value, _cellForWriting(column, 12)) }
  /// Reads a `Date?` column.
  @inlinable public final func _optionalDate(_ column: Int) -> Date? {
    let cell = _cell(column, 12)
    return _nullFlag(column).load(as: UInt8.self) == 0 ? nil : _DateCell.load(cell)
  }
  /// Writes a `Date?` column.
  @inlinable public final func _setOptionalDate(_ column: Int, _ value: Date?) {
    _DateCell.store(value ?? _DateCell.epoch, _cellForWriting(column, 12))
    _nullFlag(column).storeBytes(of: value == nil ? 0 : 1, as: UInt8.self)
  }
}
