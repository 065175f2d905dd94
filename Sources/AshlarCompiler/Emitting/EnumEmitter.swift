internal import AshlarSchema

/// Makes one enum.
struct EnumEmitter {
  let enumeration: EnumModel
  let access: AccessLevel

  func declaration() -> SwiftDeclaration {
    let type = enumeration.rawType
    let cases = enumeration.cases.map { element in
      SwiftMember.declaration(
        SwiftDeclaration(
          documentation: element.documentation, head: "case \(SwiftIdentifier.escaped(element.name))",
          body: .value(.expression(SwiftLiteral.rawValue(element.rawValue, of: type)))))
    }
    return SwiftDeclaration(
      documentation: enumeration.documentation, modifiers: access.words + ["nonisolated"],
      head: "enum \(SwiftIdentifier.escaped(enumeration.name)): \(type.swiftName), PersistableEnum, Sendable", body: .members(cases))
  }
}
