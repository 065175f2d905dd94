/// What of an enum only its Swift declaration shows.
struct EnumSurface: Sendable {
  /// What to use instead of deprecated cases, by the names of these.
  var deprecations: [String: String]

  init(_ declaration: EnumDeclaration) {
    deprecations = Dictionary(
      declaration.cases.compactMap { element in element.deprecation.map { (element.name.text, $0) } }
    ) { first, _ in first }
  }
}
