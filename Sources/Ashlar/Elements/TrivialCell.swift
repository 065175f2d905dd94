public import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type whose cells contain the bytes of its values unchanged.
public nonisolated protocol _TrivialCell: _RealmCollectionValueInsideOptional, BitwiseCopyable {}

extension _TrivialCell {
  /// The size of a value in bytes.
  @inlinable public static var _width: Int { MemoryLayout<Self>.size }
  /// Reads the bytes.
  @inlinable public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Self {
    cell.loadUnaligned(as: Self.self)
  }
  /// Writes the bytes.
  @inlinable public static func _store(
    _ value: Self, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?
  ) {
    cell.storeBytes(of: value, as: Self.self)
  }
}

extension _TrivialCell where Self: FixedWidthInteger {
  /// Converts any integer in range, a boxed whole number in range, or a Bool; returns nil for any other value.
  public static func _converted(from value: Any) -> Self? { Untyped(value).plain.integer(Self.self) }
}

extension Int: _TrivialCell, MinMaxType, AddableType, SortableType {
  /// The type itself.
  public typealias PersistedType = Int
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> Int { 0 }
}
extension Int8: _TrivialCell, MinMaxType, AddableType, SortableType {
  /// The type itself.
  public typealias PersistedType = Int8
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> Int8 { 0 }
}
extension Int16: _TrivialCell, MinMaxType, AddableType, SortableType {
  /// The type itself.
  public typealias PersistedType = Int16
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> Int16 { 0 }
}
extension Int32: _TrivialCell, MinMaxType, AddableType, SortableType {
  /// The type itself.
  public typealias PersistedType = Int32
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> Int32 { 0 }
}
extension Int64: _TrivialCell, MinMaxType, AddableType, SortableType {
  /// The type itself.
  public typealias PersistedType = Int64
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> Int64 { 0 }
}

extension Float: _TrivialCell, MinMaxType, AddableType, SortableType {
  /// The type itself.
  public typealias PersistedType = Float
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> Float { 0 }
  /// Converts any integer or Float, or a Double or boxed number that is in the range of Float or not finite; returns nil for any other
  /// value.
  public static func _converted(from value: Any) -> Float? { Untyped(value).plain.float }
}

extension Double: _TrivialCell, MinMaxType, AddableType, SortableType {
  /// The type itself.
  public typealias PersistedType = Double
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> Double { 0 }
  /// Converts any integer, Float, Double or boxed number; returns nil for any other value.
  public static func _converted(from value: Any) -> Double? { Untyped(value).plain.double }
}

extension Bool: _RealmCollectionValueInsideOptional {
  /// The type itself.
  public typealias PersistedType = Bool
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> Bool { false }
  /// The size of a cell in bytes.
  @inlinable public static var _width: Int { 1 }
  /// Reads a cell.
  @inlinable public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Bool {
    cell.load(as: UInt8.self) != 0
  }
  /// Writes a cell.
  @inlinable public static func _store(
    _ value: Bool, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?
  ) {
    cell.storeBytes(of: value ? 1 : 0, as: UInt8.self)
  }
  /// Converts a Bool, or the number 0 or 1, which may be boxed; returns nil for any other value.
  public static func _converted(from value: Any) -> Bool? { Untyped(value).plain.bool }
}

extension ObjectId: _RealmCollectionValueInsideOptional {
  /// The type itself.
  public typealias PersistedType = ObjectId
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> ObjectId { ObjectId() }
  /// The size of a cell in bytes.
  @inlinable public static var _width: Int { 12 }
  /// Reads a cell. A cell contains the identifier's bytes in order; in each of the two words of a value, the first byte is the most
  /// significant.
  @inlinable public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> ObjectId {
    ObjectId(
      high: UInt64(bigEndian: cell.loadUnaligned(as: UInt64.self)),
      low: UInt32(bigEndian: cell.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
  }
  /// Writes a cell.
  @inlinable public static func _store(
    _ value: ObjectId, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?
  ) {
    cell.storeBytes(of: value.high.bigEndian, as: UInt64.self)
    cell.storeBytes(of: value.low.bigEndian, toByteOffset: 8, as: UInt32.self)
  }
  /// Converts an ObjectId; returns nil for any other value.
  public static func _converted(from value: Any) -> ObjectId? { Untyped(value).plain.objectId }
}

extension Decimal128: _TrivialCell, MinMaxType, AddableType, SortableType {
  /// The type itself.
  public typealias PersistedType = Decimal128
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> Decimal128 { Decimal128() }
  /// Converts a Decimal128, any number, a Bool, or the text of a finite decimal number; returns nil for any other value.
  public static func _converted(from value: Any) -> Decimal128? { Untyped(value).plain.decimal }
}

extension UUID: _RealmCollectionValueInsideOptional {
  /// The type itself.
  public typealias PersistedType = UUID
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
  /// The size of a cell in bytes.
  @inlinable public static var _width: Int { 16 }
  /// Reads a cell.
  @inlinable public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> UUID {
    // A UUID consists of its 16 bytes. Its initializer cannot be inlined and takes eight times as long as reading them.
    cell.loadUnaligned(as: UUID.self)
  }
  /// Writes a cell.
  @inlinable public static func _store(
    _ value: UUID, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?
  ) {
    cell.storeBytes(of: value.uuid, as: uuid_t.self)
  }
  /// Converts a UUID, or a string that represents a UUID; returns nil for any other value.
  public static func _converted(from value: Any) -> UUID? { Untyped(value).plain.uuid }
}

extension Date: _RealmCollectionValueInsideOptional, MinMaxType, SortableType {
  /// The type itself.
  public typealias PersistedType = Date
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> Date { _DateCell.epoch }
  /// The size of a cell in bytes.
  @inlinable public static var _width: Int { 12 }
  /// Reads a cell.
  @inlinable public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Date { _DateCell.load(cell) }
  /// Writes a cell.
  @inlinable public static func _store(
    _ value: Date, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?
  ) {
    _DateCell.store(value, cell)
  }
  /// Converts a Date or NSDate; returns nil for any other value.
  public static func _converted(from value: Any) -> Date? { Untyped(value).plain.date }
}
