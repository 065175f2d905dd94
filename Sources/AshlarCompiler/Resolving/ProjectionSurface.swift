/// The parts of a projection that appear only in its Swift class.
struct ProjectionSurface: Sendable {
  /// The protocols that the projection lists, in Swift's spelling.
  var protocols: [String]
  /// The deprecation message of the projected type, if it is deprecated.
  var deprecation: String?
  /// The surfaces of the model's properties, in the same order.
  var properties: [ProjectedSurface]
}

/// The parts of a projected property that appear only in its Swift declaration.
struct ProjectedSurface: Sendable {
  /// The type of the property, in Swift's spelling.
  var type: String
  /// The path after the root, as Swift expressions and key paths contain it.
  var expression: String
  /// Whether the value is computed from stored ones; if so, it cannot be used to filter or sort.
  var isDerived = false
  /// Whether the expression is Swift source, which the compiler does not analyze.
  var isSwift = false
  /// The access of the getter, at most that of each property on the path.
  var access: AccessLevel
  /// The access of the setter; nil if the property cannot be set.
  var setter: AccessLevel?
  /// The deprecation message of the first deprecated property on the path; nil if there is none.
  var deprecation: String?
}
