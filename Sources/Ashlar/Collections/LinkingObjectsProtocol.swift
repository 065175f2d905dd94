import AshlarSchema

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
