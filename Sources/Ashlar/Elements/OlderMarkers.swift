// Markers of classes in the syntax before `@Persisted`, which code written for them names.

/// A type that `RealmOptional` may hold: numbers, Bool, and enums of integers.
public nonisolated protocol RealmOptionalType: _ObjcBridgeable {}
/// A type that `RealmProperty` may hold: `AnyRealmValue`, and optionals of what `RealmOptional` may.
public nonisolated protocol RealmPropertyType: _ObjcBridgeable, _RealmSchemaDiscoverable {}
/// An enum that is stored as its raw value. Conform to `PersistableEnum`, which is one.
public nonisolated protocol RealmEnum: RealmOptionalType, _RealmSchemaDiscoverable {}
