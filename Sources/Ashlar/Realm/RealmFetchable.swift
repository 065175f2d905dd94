import AshlarSchema

/// A type that `Realm.objects(_:)` accepts: a type of objects or of projections.
public nonisolated protocol RealmFetchable: RealmCollectionValue {
  /// Returns the name of the type in the schema.
  static func className() -> String
}

extension Object: RealmFetchable {}

extension Realm {
  /// Returns all objects of a type, or projections of them, in creation order. Intended for code that is generic over objects and
  /// projections. The results are live. Stops the program if the type is not in this Realm's schema, or if `Element` is a base class such
  /// as `Object`.
  ///
  /// ```swift
  /// func all<T: RealmFetchable>(_ type: T.Type, in realm: Realm) -> Results<T> { realm.objects(type) }
  /// ```
  public func objects<Element: RealmFetchable>(_ type: Element.Type) -> Results<Element> {
    _core.checkConfinement("Realm")
    guard let entity = type._elementEntity else { misuse(.notInRealm(type: type.className())) }
    _core.requireEntity(entity)
    if let base = Element.self as? ObjectBase.Type, base._isAbstract {
      misuse(.untypedResults(base: "\(base)", type: entity.model.name))
    }
    return Results(_ResultsCore(core: _core, source: .table, entity: entity))
  }
}
