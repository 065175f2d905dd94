/// A projection of a type.
struct ProjectionDeclaration: Sendable {
  var name: Name
  /// The projected type.
  var root: Name
  var conformances: [Name] = []
  var properties: [ProjectedDeclaration]
  var documentation: String?
}

/// One property of a projection.
struct ProjectedDeclaration: Sendable {
  /// The source of a projected value.
  enum Origin: Sendable {
    /// The path of properties from the root.
    case path([Name])
    /// A Swift key path from the root, and the type of its value.
    case swift(keyPath: Name, type: Name)
  }

  var name: Name
  var origin: Origin
  var documentation: String?
}
