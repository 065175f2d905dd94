// Marker protocols for the property types of RealmSwift's syntax before `@Persisted`, so that code that names them compiles.

/// A type that `RealmOptional` can wrap: an integer or floating-point type, Bool, or a `RealmEnum`. See the guide, *Coming from
/// RealmSwift*.
public nonisolated protocol RealmOptionalType: _ObjcBridgeable {}
/// A type that `RealmProperty` can wrap: `AnyRealmValue`, and optionals of the types that `RealmOptional` can wrap. See the guide, *Coming
/// from RealmSwift*.
public nonisolated protocol RealmPropertyType: _ObjcBridgeable, _RealmSchemaDiscoverable {}
/// An enum that is stored as its raw value. `PersistableEnum` refines it: `enum Rank: Int, PersistableEnum { case low, high }`.
public nonisolated protocol RealmEnum: RealmOptionalType, _RealmSchemaDiscoverable {}
