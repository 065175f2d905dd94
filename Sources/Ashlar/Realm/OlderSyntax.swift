// The types of properties in the syntax before `@Persisted`. They are unavailable: in generated classes, optional properties are plain
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

/// A box for an optional number. Unavailable: declare `age: Int?` in the schema.
@available(*, unavailable, message: "declare 'age: Int?' in the schema; the generated class needs no box")
public nonisolated final class RealmOptional<Value: RealmOptionalType> {
  /// The value.
  public var value: Value?
  /// Creates a box.
  public init(_ value: Value? = nil) { self.value = value }
}

/// A box for an optional number or an `AnyRealmValue`. Unavailable: declare the property in the schema.
@available(*, unavailable, message: "declare 'age: Int?' or 'value: AnyRealmValue' in the schema; no box is needed")
public nonisolated final class RealmProperty<Value: RealmPropertyType> {
  /// Stops the program.
  public init() { misuse(.schema("RealmProperty is not stored: write the property in the schema.")) }
}
