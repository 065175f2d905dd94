/// The objects that link to one, as a type that says where.
public nonisolated protocol LinkingObjectsProtocol {
  /// The class of the objects.
  associatedtype Element
  /// Objects of `fromType` that link through `property`.
  init(fromType: Element.Type, property: String)
}
