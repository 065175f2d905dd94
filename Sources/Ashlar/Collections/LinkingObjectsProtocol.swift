/// A collection of the objects that link to an object through a property.
public nonisolated protocol LinkingObjectsProtocol {
  /// The class of the linking objects.
  associatedtype Element
  /// Creates the collection of the objects of `fromType` that link through `property`:
  /// `LinkingObjects(fromType: Person.self, property: "dogs")`.
  init(fromType: Element.Type, property: String)
}
