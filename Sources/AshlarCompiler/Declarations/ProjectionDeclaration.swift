/// One view of a type.
struct ProjectionDeclaration: Sendable {
  var name: Name
  /// The type it is a view of.
  var root: Name
  var conformances: [Name] = []
  var properties: [ProjectedDeclaration]
  var documentation: String?
}

/// One property of a projection.
struct ProjectedDeclaration: Sendable {
  /// Where its value comes from.
  enum Origin: Sendable {
    /// The properties from the root on.
    case path([Name])
    /// Swift's own key path from the root on, and its type.
    case swift(keyPath: Name, type: Name)
  }

  var name: Name
  var origin: Origin
  var documentation: String?
}
