#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Maps each type of property to the accessors of generated classes.

extension Int {
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> Int { object._int(column) }
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _write(_ object: ObjectBase, _ column: Int, _ value: Int) {
    object._setInt(column, value)
  }
  /// See `_PersistableInsideOptional`.
  @inlinable @inline(__always) public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Int? { object._optionalInt(column) }
  /// See `_PersistableInsideOptional`.
  @inlinable @inline(__always) public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Int?) {
    object._setOptionalInt(column, value)
  }
}

extension Double {
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> Double { object._double(column) }
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _write(_ object: ObjectBase, _ column: Int, _ value: Double) {
    object._setDouble(column, value)
  }
  /// See `_PersistableInsideOptional`.
  @inlinable @inline(__always) public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Double? {
    object._optionalDouble(column)
  }
  /// See `_PersistableInsideOptional`.
  @inlinable @inline(__always) public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Double?) {
    object._setOptionalDouble(column, value)
  }
}

extension Bool {
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> Bool { object._bool(column) }
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _write(_ object: ObjectBase, _ column: Int, _ value: Bool) {
    object._setBool(column, value)
  }
  /// See `_PersistableInsideOptional`.
  @inlinable @inline(__always) public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Bool? {
    object._optionalBool(column)
  }
  /// See `_PersistableInsideOptional`.
  @inlinable @inline(__always) public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Bool?) {
    object._setOptionalBool(column, value)
  }
}

extension Date {
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> Date { object._date(column) }
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _write(_ object: ObjectBase, _ column: Int, _ value: Date) {
    object._setDate(column, value)
  }
  /// See `_PersistableInsideOptional`.
  @inlinable @inline(__always) public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Date? {
    object._optionalDate(column)
  }
  /// See `_PersistableInsideOptional`.
  @inlinable @inline(__always) public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Date?) {
    object._setOptionalDate(column, value)
  }
}

extension String {
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> String { object._string(column) }
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _write(_ object: ObjectBase, _ column: Int, _ value: String) {
    object._setString(column, value)
  }
  /// See `_PersistableInsideOptional`.
  @inlinable @inline(__always) public static func _readOptional(_ object: ObjectBase, _ column: Int) -> String? {
    object._optionalString(column)
  }
  /// See `_PersistableInsideOptional`.
  @inlinable @inline(__always) public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: String?) {
    object._setOptionalString(column, value)
  }
}

extension Data {
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _read(_ object: ObjectBase, _ column: Int) -> Data { object._data(column) }
  /// See `_Persistable`.
  @inlinable @inline(__always) public static func _write(_ object: ObjectBase, _ column: Int, _ value: Data) {
    object._setData(column, value)
  }
  /// See `_PersistableInsideOptional`.
  @inlinable @inline(__always) public static func _readOptional(_ object: ObjectBase, _ column: Int) -> Data? {
    object._optionalData(column)
  }
  /// See `_PersistableInsideOptional`.
  @inlinable @inline(__always) public static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Data?) {
    object._setOptionalData(column, value)
  }
}
