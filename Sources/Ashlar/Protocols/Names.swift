import AshlarSchema

/// The base of all model classes, by its other name.
public typealias RLMObjectBase = ObjectBase
/// The number of a property in its class.
public typealias PropertyKey = UInt16

/// What `Realm.objects(_:)` takes: objects and projections of them.
public nonisolated protocol RealmFetchable: RealmCollectionValue {
  /// The name of the type in a schema.
  static func className() -> String
}

extension Object: RealmFetchable {}
extension Projection: RealmFetchable {}

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

/// The objects that link to one, as a type that says where.
public nonisolated protocol LinkingObjectsProtocol {
  /// The class of the objects.
  associatedtype Element
  /// Objects of `fromType` that link through `property`.
  init(fromType: Element.Type, property: String)
}

extension LinkingObjects: LinkingObjectsProtocol {
  /// Links of no object: empty. Those of an object are declared in the schema, with `origin`. Stops the program when the class has no
  /// such property.
  public init(fromType: Element.Type, property: String) {
    self.init()
    if fromType._entity.property(named: property) == nil { misuse(.unknownProperty(name: property, type: fromType.className())) }
  }
}

/// A wrapper that is coded as the value that it wraps.
public nonisolated protocol OptionalCodingWrapper {
  /// The value's type.
  associatedtype WrappedType
  /// Wraps a value.
  init(wrappedValue: WrappedType)
}
