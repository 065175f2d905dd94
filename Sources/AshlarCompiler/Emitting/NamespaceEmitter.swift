internal import AshlarSchema

/// Emits the namespace of a schema, which contains the descriptor and registers the schema when the program is loaded.
struct NamespaceEmitter {
  private let schema: ResolvedSchema
  private let hasDeprecatedTypes: Bool
  private let handwritten: HandwrittenEmitter

  init(schema: ResolvedSchema) {
    self.schema = schema
    handwritten = HandwrittenEmitter(schema: schema)
    hasDeprecatedTypes = schema.files.contains { file in
      file.declarations.contains { declaration in
        guard case .entity(_, let surface) = declaration else { return false }
        return surface.deprecation != nil
      }
    }
  }

  private var name: String { "\(schema.model.name)Schema" }

  func declaration() -> SwiftDeclaration {
    let documentation = "The schema `\(schema.model.name)`" + (schema.documentation.map { ": \($0)" } ?? ".")
    return SwiftDeclaration(
      documentation: documentation, modifiers: schema.access.words + ["nonisolated"], head: "enum \(name)",
      body: .members(
        [
          .declaration(objectTypes()), .mark("Support for the runtime"), .declaration(linkedSchema()),
        ] + (hasDeprecatedTypes ? quietList() : []) + handwritten.members() + [
          .conditional("compiler(>=6.3)", [sectionAttribute(), .declaration(loader())])
        ]))
  }

  private func objectTypes() -> SwiftDeclaration {
    return SwiftDeclaration(
      documentation: "The types of the schema, for `Realm.Configuration(objectTypes:)`.", modifiers: schema.access.words + ["static"],
      head: "let objectTypes: [ObjectBase.Type]",
      body: .value(hasDeprecatedTypes ? .expression("(_AllTypes.self as any _TypeList.Type).types") : .list(types)))
  }

  /// The types of the schema except asymmetric types, which have no tables in a file.
  private var types: [String] {
    let handwritten = handwritten.swiftNames
    return schema.model.entities.filter { $0.kind != .asymmetric }.map { entity in
      "\(handwritten[entity.name] ?? SwiftIdentifier.escaped(entity.name)).self"
    }
  }

  /// Emits the list of types in a deprecated context, because a reference to a deprecated type causes a warning in any other context. The
  /// list is read through the requirement of a protocol, which is not deprecated.
  private func quietList() -> [SwiftMember] {
    let list = SwiftDeclaration(head: "static var types: [ObjectBase.Type]", body: .requirement(isSettable: false))
    let types = SwiftDeclaration(
      attributes: ["@available(*, deprecated)"], modifiers: ["static"], head: "var types: [ObjectBase.Type]",
      body: .code("[\(types.joined(separator: ", "))]"))
    return [
      .declaration(
        SwiftDeclaration(modifiers: ["private", "nonisolated"], head: "protocol _TypeList", body: .members([.declaration(list)]))),
      .declaration(
        SwiftDeclaration(modifiers: ["private", "nonisolated"], head: "enum _AllTypes: _TypeList", body: .members([.declaration(types)]))),
    ]
  }

  private func linkedSchema() -> SwiftDeclaration {
    let bytes = DescriptorWriter.bytes(for: schema.model, documentation: false)
    // The fingerprint is read from the descriptor, because computing it again would take as long as the rest of this function.
    let source = (try? DescriptorReader.header(bytes).sourceFingerprint) ?? Fingerprint.source(of: schema.model)
    let external = schema.model.enums.filter { $0.externalName != nil }.map { "\(ExternalEnumEmitter.casesName($0.name)).self" }
    let externalEnums =
      external.isEmpty
      ? [] : [[SwiftArgument(label: "externalEnums", value: .expression("[\(external.joined(separator: ", "))]"))]]
    var reached = schema.steps.map(\.to)
    reached = reached.indices.filter { $0 == 0 || reached[$0] != reached[$0 - 1] }.map { reached[$0] }
    let steps =
      reached.isEmpty
      ? [] : [[SwiftArgument(label: "migrations", value: .expression("[\(reached.map(String.init).joined(separator: ", "))]"))]]
    return SwiftDeclaration(
      attributes: schema.access.usableFromInline, modifiers: ["static"], head: "let _schema: _LinkedSchema",
      body: .value(
        .call(
          "_LinkedSchema",
          arguments: [
            [
              SwiftArgument(label: "name", value: .expression(SwiftLiteral.string(schema.model.name))),
              SwiftArgument(label: "source", value: .expression(SwiftLiteral.hex(source))),
            ]
          ] + externalEnums + steps + handwritten.arguments + [[SwiftArgument(label: "descriptor", value: .longText(Base64.encode(bytes)))]]
        )))
  }

  private func sectionAttribute() -> SwiftMember {
    .alternative("objectFormat(MachO)", then: "@section(\"__DATA,__mod_init_func\")", otherwise: "@section(\".init_array\")")
  }

  /// Emits a pointer to a function that the dynamic loader calls before the program's `main` function. The function only registers the
  /// schema and uses no state of the Swift runtime.
  private func loader() -> SwiftDeclaration {
    SwiftDeclaration(
      attributes: ["@used"], modifiers: ["static"], head: "let _load: @convention(c) () -> Void",
      body: .value(.expression("{ _registerSchema({ \(name)._schema.link(\(name).objectTypes) }) }")))
  }
}
