// Markers of classes in the syntax before `@Persisted`, for code that names them.

/// A type that `RealmOptional` can hold: numbers, Bool, and enums of integers. See the guide, *Coming from RealmSwift*.
public nonisolated protocol RealmOptionalType: _ObjcBridgeable {}
/// A type that `RealmProperty` can hold: `AnyRealmValue`, and optionals of the types that `RealmOptional` can hold. See the guide, *Coming
/// from RealmSwift*.
public nonisolated protocol RealmPropertyType: _ObjcBridgeable, _RealmSchemaDiscoverable {}
/// An enum that is stored as its raw value. `PersistableEnum` refines it: `enum Rank: Int, PersistableEnum { case low, high }`.
public nonisolated protocol RealmEnum: RealmOptionalType, _RealmSchemaDiscoverable {}
