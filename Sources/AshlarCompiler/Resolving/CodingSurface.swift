/// How a type is coded.
struct CodingSurface: Sendable {
  /// The halves that are emitted.
  var halves: CodingHalves
  /// The coding keys by Swift name, for the properties that are coded.
  var keys: [String: String]
  /// Whether a deprecated type has to be named.
  var namesDeprecatedType: Bool

  init(_ type: TypeDeclaration, table: TypeTable) {
    halves = type.coding
    let coded = halves.isEmpty ? [] : type.properties.filter { $0.codingKey != nil }
    keys = Dictionary(coded.compactMap { property in property.codingKey.map { (property.name.text, $0) } }) { first, _ in first }
    namesDeprecatedType =
      type.deprecation == nil && coded.contains { table.type(named: $0.type.element.text)?.deprecation != nil }
  }
}
