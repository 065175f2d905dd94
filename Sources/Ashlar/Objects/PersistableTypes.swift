#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value that goes into an untyped one and comes out of it.
public nonisolated protocol _ObjcBridgeable {
  /// The value that an untyped one stands for; nil when it is none.
  static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Self?
  /// The value, untyped.
  var _rlmObjcValue: Any { get }
}

extension _ObjcBridgeable {
  /// The value where it is one of this type.
  public static func _rlmFromObjc(_ value: Any, insideOptional: Bool = false) -> Self? { value as? Self }
  /// The value itself.
  public var _rlmObjcValue: Any { self }
}

extension _ObjcBridgeable where Self: RealmCollectionValue {
  /// The value that an untyped one is converted to.
  public static func _rlmFromObjc(_ value: Any, insideOptional: Bool = false) -> Self? { _converted(from: value) }
}

/// A type with a place in a schema.
public nonisolated protocol _RealmSchemaDiscoverable {
  /// The type that is stored, of the elements where it is a collection.
  static var _rlmType: PropertyType { get }
  /// Whether null may be stored, of the elements where it is a collection.
  static var _rlmOptional: Bool { get }
}

extension _RealmSchemaDiscoverable {
  /// By default not.
  public static var _rlmOptional: Bool { false }
}

/// A type that a property may have.
public nonisolated protocol _Persistable: _RealmSchemaDiscoverable, _HasPersistedType where PersistedType: _RealmSchemaDiscoverable {
  /// What a property of this type starts with.
  static func _rlmDefaultValue() -> Self
  /// Reads a column, for `@Persisted`.
  static func _read(_ object: ObjectBase, _ column: Int) -> Self
  /// Writes a column, for `@Persisted`.
  static func _write(_ object: ObjectBase, _ column: Int, _ value: Self)
}

/// A type that an optional property may have.
public nonisolated protocol _PersistableInsideOptional: _Persistable {
  /// Reads an optional column.
  static func _readOptional(_ object: ObjectBase, _ column: Int) -> Self?
  /// Writes an optional column.
  static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Self?)
}

/// A type whose values can be made of nothing.
public nonisolated protocol _DefaultConstructible {
  /// Makes a value.
  init()
}

/// A type that aggregates may be asked of, once its optionals are taken away.
public nonisolated protocol _PossiblyAggregateable: _HasPersistedType {}
extension Optional: _PossiblyAggregateable where Wrapped: _HasPersistedType {}

extension Int: _PersistableInsideOptional, _DefaultConstructible {
  /// An integer.
  public static var _rlmType: PropertyType { .int }
}
extension Int8: _PersistableInsideOptional, _DefaultConstructible {
  /// An integer.
  public static var _rlmType: PropertyType { .int }
}
extension Int16: _PersistableInsideOptional, _DefaultConstructible {
  /// An integer.
  public static var _rlmType: PropertyType { .int }
}
extension Int32: _PersistableInsideOptional, _DefaultConstructible {
  /// An integer.
  public static var _rlmType: PropertyType { .int }
}
extension Int64: _PersistableInsideOptional, _DefaultConstructible {
  /// An integer.
  public static var _rlmType: PropertyType { .int }
}
extension Bool: _PersistableInsideOptional, _DefaultConstructible {
  /// True or false.
  public static var _rlmType: PropertyType { .bool }
}
extension Float: _PersistableInsideOptional, _DefaultConstructible {
  /// 32 bits.
  public static var _rlmType: PropertyType { .float }
}
extension Double: _PersistableInsideOptional, _DefaultConstructible {
  /// 64 bits.
  public static var _rlmType: PropertyType { .double }
}
extension String: _PersistableInsideOptional, _DefaultConstructible {
  /// Text.
  public static var _rlmType: PropertyType { .string }
}
extension Data: _PersistableInsideOptional, _DefaultConstructible {
  /// Bytes.
  public static var _rlmType: PropertyType { .data }
}
extension Date: _PersistableInsideOptional, _DefaultConstructible {
  /// A moment.
  public static var _rlmType: PropertyType { .date }
}
extension Decimal128: _PersistableInsideOptional, _DefaultConstructible {
  /// A decimal number.
  public static var _rlmType: PropertyType { .decimal128 }
}
extension ObjectId: _PersistableInsideOptional, _DefaultConstructible {
  /// 12 bytes.
  public static var _rlmType: PropertyType { .objectId }
}
extension UUID: _PersistableInsideOptional, _DefaultConstructible {
  /// 16 bytes.
  public static var _rlmType: PropertyType { .UUID }
}
extension AnyRealmValue: _Persistable, _DefaultConstructible {
  /// Any value.
  public static var _rlmType: PropertyType { .any }
}
extension ObjectBase: _PersistableInsideOptional, _DefaultConstructible {
  /// A link.
  public static var _rlmType: PropertyType { .object }
  /// A link may be null.
  public static var _rlmOptional: Bool { true }
}
extension Optional: _ObjcBridgeable {}
extension Optional: _RealmSchemaDiscoverable where Wrapped: _RealmSchemaDiscoverable {
  /// The wrapped type's.
  public static var _rlmType: PropertyType { Wrapped._rlmType }
  /// It is.
  public static var _rlmOptional: Bool { true }
}
extension Optional: _Persistable where Wrapped: _PersistableInsideOptional {}

extension PersistableEnum {
  /// The raw value's.
  public static var _rlmType: PropertyType { RawValue.PersistedType._rlmType }
}
extension _CustomPersistable {
  /// The persisted type's.
  public static var _rlmType: PropertyType { PersistedType._rlmType }
  /// Whether it is stored as an embedded object.
  public static var _rlmOptional: Bool { PersistedType._rlmOptional }
}
