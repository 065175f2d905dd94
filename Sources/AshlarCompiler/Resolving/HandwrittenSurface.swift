/// The parts of a handwritten class that the file of the namespace contains in addition to the descriptor.
struct HandwrittenSurface: Sendable {
  var declaration: HandwrittenDeclaration
  /// The locations of properties, by name.
  var places: [String: HandwrittenPlace]

  init(_ declaration: HandwrittenDeclaration, _ properties: [PropertyDeclaration]) {
    self.declaration = declaration
    places = Dictionary(properties.compactMap { property in property.keys.place.map { (property.name.text, $0) } }) { first, _ in first }
  }
}
