internal import AshlarSchema

/// Emits a check of an enum that is declared in Swift: it compiles only if the enum matches the schema.
struct ExternalEnumEmitter {
  let enumeration: ExternalEnumModel

  private var type: String { enumeration.rawType.swiftName }
  private var swiftName: String { SwiftIdentifier.escapedPath(enumeration.swiftName) }

  /// Returns the name of the check that is emitted if the schema lists the cases.
  static func casesName(_ enumeration: String) -> String { "_\(enumeration)Cases" }

  func declaration() -> SwiftDeclaration { enumeration.cases.isEmpty ? function() : cases() }

  /// Emits a function that is never called: it compiles only if the enum conforms to `PersistableEnum` and has the raw type that the schema
  /// specifies.
  private func function() -> SwiftDeclaration {
    SwiftDeclaration(
      documentation: "`\(enumeration.swiftName)` is declared by hand; the schema stores it as \(type).",
      modifiers: ["private", "nonisolated"],
      head: "func _check\(enumeration.name)(_ value: \(swiftName)) -> (any PersistableEnum, \(type))",
      body: .code("(value, value.rawValue)"))
  }

  /// Emits a switch over the cases in the schema, which the Swift compiler rejects unless the enum has exactly these cases. Raw values are
  /// known only at run time; the runtime compares them before it uses the schema.
  private func cases() -> SwiftDeclaration {
    let lines = enumeration.cases.map {
      "case .\(SwiftIdentifier.escaped($0.name)): \(SwiftLiteral.rawValue($0.rawValue, of: enumeration.rawType))"
    }
    let function = SwiftDeclaration(
      // Referring to a deprecated case causes a warning unless the context is deprecated, too. Callers use the protocol's requirement,
      // which is not deprecated.
      attributes: enumeration.hasDeprecatedCases ? ["@available(*, deprecated)"] : [], modifiers: ["static"],
      head: "func rawValue(of value: \(swiftName)) -> \(type)", body: .statements(["switch value {"] + lines + ["}"]))
    return SwiftDeclaration(
      documentation: """
        `\(enumeration.swiftName)` is declared by hand; the schema stores it as \(type) and lists its cases.
        When they differ, this does not compile; when raw values do, no Realm opens.
        """,
      modifiers: ["nonisolated"], head: "enum \(Self.casesName(enumeration.name)): _ExternalEnumCases",
      body: .members([.declaration(function)]))
  }
}
