/// The coding of a type.
struct CodingSurface: Sendable {
  /// The protocols whose requirements are emitted.
  var halves: CodingHalves
  /// The coding keys of the coded properties, by Swift name.
  var keys: [String: String]
  /// Whether the emitted code refers to a deprecated type, although the class itself is not deprecated.
  var namesDeprecatedType: Bool

  init(_ type: TypeDeclaration, table: TypeTable) {
    halves = type.coding
    let coded = halves.isEmpty ? [] : type.properties.filter { $0.codingKey != nil }
    keys = Dictionary(coded.compactMap { property in property.codingKey.map { (property.name.text, $0) } }) { first, _ in first }
    namesDeprecatedType =
      type.deprecation == nil && coded.contains { table.type(named: $0.type.element.text)?.deprecation != nil }
  }
}
