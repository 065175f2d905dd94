internal import AshlarSchema

/// Makes a function that nobody calls: it compiles only when an external enum is stored as the schema says.
struct ExternalEnumEmitter {
  let enumeration: ExternalEnumModel

  func declaration() -> SwiftDeclaration {
    let type = enumeration.rawType.swiftName
    let name = SwiftIdentifier.escapedPath(enumeration.swiftName)
    return SwiftDeclaration(
      documentation: "`\(enumeration.swiftName)` is declared by hand; the schema stores it as \(type).",
      modifiers: ["private", "nonisolated"],
      head: "func _check\(enumeration.name)(_ value: \(name)) -> (any PersistableEnum, \(type))", body: .code("(value, value.rawValue)"))
  }
}
