internal import AshlarSchema

/// The Swift type of a property in the spelling of generated code.
struct PropertyType {
  /// The type of a single value without `?` or `!`, such as `Dog`.
  let element: String
  /// The whole type, such as `List<Dog>` or `Int?`.
  let text: String

  /// Creates the type of a property. `declared` is a type declared in Swift that replaces the stored one, such as an external enum or a
  /// custom type.
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
