/// The parts of an enum that appear only in its Swift declaration.
struct EnumSurface: Sendable {
  /// The deprecation messages of deprecated cases, by name.
  var deprecations: [String: String]

  init(_ declaration: EnumDeclaration) {
    deprecations = Dictionary(
      declaration.cases.compactMap { element in element.deprecation.map { (element.name.text, $0) } }
    ) { first, _ in first }
  }
}
