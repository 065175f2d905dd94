/// What of a class written by hand the schema's own file has, beside the descriptor.
struct HandwrittenSurface: Sendable {
  var swiftName: String
  /// The outermost class written by hand that it derives from.
  var root: String
  /// By name of the property.
  var places: [String: HandwrittenPlace]

  init(_ declaration: HandwrittenDeclaration, _ properties: [PropertyDeclaration]) {
    (swiftName, root) = (declaration.swiftName, declaration.root)
    places = Dictionary(properties.compactMap { property in property.keys.place.map { (property.name.text, $0) } }) { first, _ in first }
  }
}
