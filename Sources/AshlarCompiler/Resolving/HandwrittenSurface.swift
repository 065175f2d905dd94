/// What of a class written by hand the schema's own file has, beside the descriptor.
struct HandwrittenSurface: Sendable {
  var declaration: HandwrittenDeclaration
  /// By name of the property.
  var places: [String: HandwrittenPlace]

  init(_ declaration: HandwrittenDeclaration, _ properties: [PropertyDeclaration]) {
    self.declaration = declaration
    places = Dictionary(properties.compactMap { property in property.keys.place.map { (property.name.text, $0) } }) { first, _ in first }
  }
}
