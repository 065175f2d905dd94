internal import AshlarSchema

/// Emits a function that is never called: it compiles only if a custom type is stored as the schema specifies.
struct CustomTypeEmitter {
  let type: CustomTypeModel
  let swiftName: String

  func declaration() -> SwiftDeclaration {
    let persisted = SwiftIdentifier.escaped(type.target ?? type.persistedType.swiftName)
    let proto = type.isFailable ? "FailableCustomPersistable" : "CustomPersistable"
    return SwiftDeclaration(
      documentation: "`\(swiftName)` is declared by hand; the schema stores it as \(type.target ?? type.persistedType.swiftName).",
      modifiers: ["private", "nonisolated"],
      head: "func _check\(type.name)(_ value: \(SwiftIdentifier.escapedPath(swiftName))) -> (any \(proto), \(persisted))",
      body: .code("(value, value.persistableValue)"))
  }
}
