import AshlarSchema

/// What `Realm.objects(_:)` takes: objects and projections of them.
public nonisolated protocol RealmFetchable: RealmCollectionValue {
  /// The name of the type in a schema.
  static func className() -> String
}

extension Object: RealmFetchable {}

extension Realm {
  /// All objects of a type, or projections of them, for code that is generic over both: live, in the order of their making.
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
