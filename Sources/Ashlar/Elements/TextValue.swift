public import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension String: _RealmCollectionValueInsideOptional, SortableType {
  /// The type itself.
  public typealias PersistedType = String
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> String { "" }
  /// The size of a cell in bytes.
  @inlinable public static var _width: Int { Slot.size }
  /// True: a slot can be null.
  @inlinable public static var _carriesNull: Bool { true }
  /// Reads a cell.
  public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> String {
    TextCell.string(Slot.bytes(at: cell, in: home))
  }
  /// Writes a cell.
  public static func _store(_ value: String, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?) {
    TextCell.withBytes(of: value, isWritten: true) { TextCell.store($0, cell, base, core) }
  }
  /// Converts a String, a value of another string type of Swift, or an NSString; returns nil for any other value.
  public static func _converted(from value: Any) -> String? { Untyped(value).plain.string }
}

extension Data: _RealmCollectionValueInsideOptional, SortableType {
  /// The type itself.
  public typealias PersistedType = Data
  /// Returns the initial value of a property without a default.
  public static func _rlmDefaultValue() -> Data { Data() }
  /// The size of a cell in bytes.
  @inlinable public static var _width: Int { Slot.size }
  /// True: a slot can be null.
  @inlinable public static var _carriesNull: Bool { true }
  /// Reads a cell.
  public static func _load(_ cell: UnsafeMutableRawPointer, _ home: _Home) -> Data {
    Data(Slot.bytes(at: cell, in: home))
  }
  /// Writes a cell.
  public static func _store(_ value: Data, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?) {
    TextCell.withBytes(of: value, isWritten: true) { TextCell.store($0, cell, base, core) }
  }
  /// Converts Data or NSData; returns nil for any other value.
  public static func _converted(from value: Any) -> Data? { Untyped(value).plain.data }
}

extension TextCell {
  static func store(_ bytes: UnsafeRawBufferPointer?, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?)
  {
    if let core = core as? _RealmCore {
      core.session.storeBytes(bytes, at: cell, in: base)
    } else {
      UnmanagedCell.storeBytes(bytes, cell)
    }
  }
}
