internal import AshlarSchema

/// Emits one enum.
struct EnumEmitter {
  let enumeration: EnumModel
  let surface: EnumSurface
  let access: AccessLevel

  func declaration() -> SwiftDeclaration {
    let type = enumeration.rawType
    let cases = enumeration.cases.map { element in
      SwiftMember.declaration(
        SwiftDeclaration(
          documentation: element.documentation, deprecation: surface.deprecations[element.name],
          head: "case \(SwiftIdentifier.escaped(element.name))",
          body: .value(.expression(SwiftLiteral.rawValue(element.rawValue, of: type)))))
    }
    return SwiftDeclaration(
      documentation: enumeration.documentation, modifiers: access.words + ["nonisolated"],
      head: "enum \(SwiftIdentifier.escaped(enumeration.name)): \(type.swiftName), PersistableEnum, Codable, Sendable",
      body: .members(
        cases + (surface.deprecations.isEmpty ? [] : [.mark("All cases"), .declaration(allCases())])
          + (enumeration.unknownCase.map { [.mark("Support for the runtime"), .declaration(unknownCase($0))] } ?? [])))
  }

  /// Emits the property that returns the case for unknown stored values.
  private func unknownCase(_ index: Int) -> SwiftDeclaration {
    let element = enumeration.cases[index]
    let isDeprecated = surface.deprecations[element.name] != nil
    return SwiftDeclaration(
      modifiers: access.words + ["static"], head: "var _unknownCase: Self?",
      body: .code(isDeprecated ? "allCases[\(index)]" : ".\(SwiftIdentifier.escaped(element.name))"))
  }

  /// Emits `allCases`, which Swift does not synthesize if a case is deprecated. The list is created from raw values, because referring to a
  /// deprecated case causes a warning. The type is written as `Self`, because a case may have the enum's name.
  private func allCases() -> SwiftDeclaration {
    let values = enumeration.cases.map { SwiftLiteral.rawValue($0.rawValue, of: enumeration.rawType) }
    let list = "[\(values.joined(separator: ", "))] as [\(enumeration.rawType.swiftName)]"
    return SwiftDeclaration(
      documentation: "All cases in the order of the schema.", modifiers: access.words + ["static"], head: "let allCases: [Self]",
      body: .value(.expression("(\(list)).compactMap { Self(rawValue: $0) }")))
  }
}
