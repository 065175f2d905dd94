#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value that can be converted to and from an untyped value.
public nonisolated protocol _ObjcBridgeable {
  /// Converts an untyped value; nil if it does not represent a value of this type.
  static func _rlmFromObjc(_ value: Any, insideOptional: Bool) -> Self?
  /// The value as an untyped value.
  var _rlmObjcValue: Any { get }
}

extension _ObjcBridgeable {
  /// Casts an untyped value to this type; nil if the cast fails.
  public static func _rlmFromObjc(_ value: Any, insideOptional: Bool = false) -> Self? { value as? Self }
  /// The value itself.
  public var _rlmObjcValue: Any { self }
}

extension _ObjcBridgeable where Self: RealmCollectionValue {
  /// Converts an untyped value to this type; returns nil if it cannot be converted.
  public static func _rlmFromObjc(_ value: Any, insideOptional: Bool = false) -> Self? { _converted(from: value) }
}

/// A type that a schema can describe.
public nonisolated protocol _RealmSchemaDiscoverable {
  /// The stored type; for a collection, the stored type of its elements.
  static var _rlmType: PropertyType { get }
  /// Whether null may be stored; for a collection, whether its elements may be null.
  static var _rlmOptional: Bool { get }
}

extension _RealmSchemaDiscoverable {
  /// False by default.
  public static var _rlmOptional: Bool { false }
}

/// A type that a property can have.
public nonisolated protocol _Persistable: _RealmSchemaDiscoverable, _HasPersistedType where PersistedType: _RealmSchemaDiscoverable {
  /// Returns the initial value of a property of this type.
  static func _rlmDefaultValue() -> Self
  /// Reads a column, for `@Persisted`.
  static func _read(_ object: ObjectBase, _ column: Int) -> Self
  /// Writes a column, for `@Persisted`.
  static func _write(_ object: ObjectBase, _ column: Int, _ value: Self)
}

/// A type whose optional can be the type of a property.
public nonisolated protocol _PersistableInsideOptional: _Persistable {
  /// Reads an optional column.
  static func _readOptional(_ object: ObjectBase, _ column: Int) -> Self?
  /// Writes an optional column.
  static func _writeOptional(_ object: ObjectBase, _ column: Int, _ value: Self?)
}

/// A type whose values can be created without arguments.
public nonisolated protocol _DefaultConstructible {
  /// Creates a value.
  init()
}

/// An optional of a type that can be stored; whether it supports aggregates depends on the wrapped type.
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
  /// A Boolean.
  public static var _rlmType: PropertyType { .bool }
}
extension Float: _PersistableInsideOptional, _DefaultConstructible {
  /// A 32-bit floating-point number.
  public static var _rlmType: PropertyType { .float }
}
extension Double: _PersistableInsideOptional, _DefaultConstructible {
  /// A 64-bit floating-point number.
  public static var _rlmType: PropertyType { .double }
}
extension String: _PersistableInsideOptional, _DefaultConstructible {
  /// A string.
  public static var _rlmType: PropertyType { .string }
}
extension Data: _PersistableInsideOptional, _DefaultConstructible {
  /// Binary data.
  public static var _rlmType: PropertyType { .data }
}
extension Date: _PersistableInsideOptional, _DefaultConstructible {
  /// A date.
  public static var _rlmType: PropertyType { .date }
}
extension Decimal128: _PersistableInsideOptional, _DefaultConstructible {
  /// A decimal number.
  public static var _rlmType: PropertyType { .decimal128 }
}
extension ObjectId: _PersistableInsideOptional, _DefaultConstructible {
  /// An identifier of 12 bytes.
  public static var _rlmType: PropertyType { .objectId }
}
extension UUID: _PersistableInsideOptional, _DefaultConstructible {
  /// A UUID of 16 bytes.
  public static var _rlmType: PropertyType { .UUID }
}
extension AnyRealmValue: _Persistable, _DefaultConstructible {
  /// An `AnyRealmValue`.
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
  /// The stored type of the wrapped type.
  public static var _rlmType: PropertyType { Wrapped._rlmType }
  /// Always true.
  public static var _rlmOptional: Bool { true }
}
extension Optional: _Persistable where Wrapped: _PersistableInsideOptional {}

extension PersistableEnum {
  /// The stored type of the raw value.
  public static var _rlmType: PropertyType { RawValue.PersistedType._rlmType }
}
extension _CustomPersistable {
  /// The stored type of the persisted type.
  public static var _rlmType: PropertyType { PersistedType._rlmType }
  /// Whether the type is persisted as an embedded object, whose link may be null.
  public static var _rlmOptional: Bool { PersistedType._rlmOptional }
}
