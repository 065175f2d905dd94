internal import AshlarSchema

/// An enum that is declared in Swift.
struct ExternalEnumModel: Sendable {
  /// The name in the schema.
  var name: String
  /// The name in Swift's spelling.
  var swiftName: String
  var rawType: ValueType
  /// The cases; empty if the schema does not list them.
  var cases: [EnumCaseModel]
  /// Whether any of the cases is deprecated.
  var hasDeprecatedCases: Bool

  init(_ declaration: EnumDeclaration, swiftName: String) {
    (name, rawType, self.swiftName) = (declaration.name.text, declaration.rawType, swiftName)
    cases = EnumModel(declaration).cases
    hasDeprecatedCases = declaration.cases.contains { $0.deprecation != nil }
  }
}
