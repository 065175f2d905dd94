internal import AshlarSchema

/// An enum that is declared by hand.
struct ExternalEnumModel: Sendable {
  /// The name in the schema.
  var name: String
  /// How Swift spells it.
  var swiftName: String
  var rawType: ValueType
  /// The cases, where the schema lists them.
  var cases: [EnumCaseModel]
  /// Whether Swift warns of some of them.
  var hasDeprecatedCases: Bool

  init(_ declaration: EnumDeclaration, swiftName: String) {
    (name, rawType, self.swiftName) = (declaration.name.text, declaration.rawType, swiftName)
    cases = EnumModel(declaration).cases
    hasDeprecatedCases = declaration.cases.contains { $0.deprecation != nil }
  }
}
