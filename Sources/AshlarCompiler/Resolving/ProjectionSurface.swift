/// What of a projection only its Swift class shows.
struct ProjectionSurface: Sendable {
  /// The protocols it conforms to, as Swift spells them.
  var protocols: [String]
  /// What to use instead, where the type it is a view of is deprecated.
  var deprecation: String?
  /// One for each property of the model.
  var properties: [ProjectedSurface]
}

/// What of a projected property only its Swift declaration shows.
struct ProjectedSurface: Sendable {
  /// The Swift type.
  var type: String
  /// What follows the root, in an expression as in a key path.
  var expression: String
  /// Whether the value is made of stored ones: it cannot be filtered or sorted by.
  var isDerived = false
  /// Whether the expression is Swift's own, of which nothing is known.
  var isSwift = false
  /// Who may read it: no more than may read each property on the path.
  var access: AccessLevel
  /// Who may set it; nil where nothing can be set.
  var setter: AccessLevel?
  /// What to use instead, where something on the path is deprecated.
  var deprecation: String?
}
