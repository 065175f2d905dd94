// What classes written in the syntax before `@Persisted` are made of. Here classes are generated: their optional properties are plain
// optionals.

extension Int: RealmOptionalType {}
extension Int8: RealmOptionalType {}
extension Int16: RealmOptionalType {}
extension Int32: RealmOptionalType {}
extension Int64: RealmOptionalType {}
extension Float: RealmOptionalType {}
extension Double: RealmOptionalType {}
extension Bool: RealmOptionalType {}
extension Optional: RealmPropertyType where Wrapped: RealmOptionalType & _RealmSchemaDiscoverable {}
extension AnyRealmValue: RealmPropertyType {}

/// The box of an optional number.
@available(*, unavailable, message: "declare 'age: Int?' in the schema; the generated class needs no box")
public nonisolated final class RealmOptional<Value: RealmOptionalType> {
  /// The value.
  public var value: Value?
  /// Makes a box.
  public init(_ value: Value? = nil) { self.value = value }
}

/// The box of an optional number or of any value.
@available(*, unavailable, message: "declare 'age: Int?' or 'value: AnyRealmValue' in the schema; no box is needed")
public nonisolated final class RealmProperty<Value: RealmPropertyType> {
  /// Makes a box.
  public init() { misuse(.schema("RealmProperty is not stored: write the property in the schema.")) }
}
