internal import AshlarSchema

/// The Swift type of a property, as generated code spells it.
struct PropertyType {
  /// The type of one value without its mark, for instance `Dog`.
  let element: String
  /// All of it, for instance `List<Dog>` or `Int?`.
  let text: String

  /// `declared` is the type declared by hand, an external enum or a custom type, to use instead of the one that is stored.
  init(_ property: PropertyModel, declared: String?) {
    element =
      declared.map(SwiftIdentifier.escapedPath)
      ?? SwiftIdentifier.escaped(property.customName ?? property.enumName ?? property.target ?? property.type.swiftName)
    let value = element + (property.isImplicitlyUnwrapped ? "!" : property.isOptional ? "?" : "")
    text =
      switch property.collection {
      case .linkingObjects: "LinkingObjects<\(value)>"
      case .list: "List<\(value)>"
      case .set: "MutableSet<\(value)>"
      case .map: "Map<String, \(value)>"
      case .none: value
      }
  }
}
