internal import AshlarSchema

/// Makes the Swift files of a schema: one for each schema file, and one for the schema itself.
struct SchemaEmitter {
  let schema: ResolvedSchema

  /// The files, sorted by name.
  func files() -> [GeneratedFile] {
    // The descriptor takes nearly half of the time. A thread for it pays from a few dozen types on.
    let namespace = schema.model.entities.count < 50 ? nil : Background { namespaceSource() }
    var files = schema.files.filter { !$0.isSwift }.map { GeneratedFile(name: $0.outputName, bytes: utf8(of: $0)) }
    files.append(namespace?.value() ?? namespaceSource())
    if let name = schema.migrationFileName { files.append(GeneratedFile(name: name, bytes: migrationSource())) }
    return files.ordered(byBytes: \.name)
  }

  private func utf8(of file: ResolvedSchema.File) -> [UInt8] {
    let source = file.path.split(separator: "/").last.map(String.init) ?? file.path
    // Made one after the other as they are rendered, so that not all are held at once.
    let declarations = file.declarations.lazy.map { declaration in
      switch declaration {
      case .entity(let entity, let surface):
        EntityEmitter(entity: entity, surface: surface, schema: schema.model, access: schema.access).declaration()
      case .external(let enumeration): ExternalEnumEmitter(enumeration: enumeration).declaration()
      case .custom(let type, let swiftName): CustomTypeEmitter(type: type, swiftName: swiftName).declaration()
      case .mixin(let mixin): MixinEmitter(mixin: mixin, access: schema.access).declaration()
      case .projection(let projection, let surface):
        ProjectionEmitter(projection: projection, surface: surface, access: schema.access).declaration()
      case .enumeration(let enumeration, let surface):
        EnumEmitter(enumeration: enumeration, surface: surface, access: schema.access).declaration()
      // All of them are in the schema's own file.
      case .handwritten: SwiftDeclaration(head: "", body: .none)
      }
    }
    return SwiftRenderer.utf8(header: header(from: source), imports: imports(of: file), declarations: declarations)
  }

  private func header(from source: String) -> [String] {
    // A path may hold anything; a comment must not end early.
    let name = String(source.map { $0.isNewline ? "\u{FFFD}" : $0 })
    return header(of: name, generate: name)
  }

  private func imports(of file: ResolvedSchema.File) -> [SwiftImport] {
    guard !file.declarations.isEmpty else { return [] }
    var imports = [SwiftImport(module: "Ashlar", access: schema.access.importAccess)]
    if file.declarations.contains(where: { $0.showsFoundation(access: schema.access) }) {
      imports.append(SwiftImport(module: "Foundation", access: schema.access.importAccess))
    } else if file.declarations.contains(where: \.usesFoundation) {
      imports.append(SwiftImport(module: "Foundation", access: .plain))
    }
    // What is public may only name what is imported publicly; an import that is public without need is warned of.
    let foreign = schema.imports.isEmpty ? [] : file.declarations.flatMap { $0.foreignNames(access: schema.access) }
    for module in schema.imports where !imports.contains(where: { $0.module == module }) {
      imports.append(SwiftImport(module: module, access: foreign.contains { $0.names(module) } ? schema.access.importAccess : .plain))
    }
    return imports.ordered(byBytes: \.module)
  }

  private func namespaceSource() -> GeneratedFile {
    let handwritten = HandwrittenEmitter(schema: schema)
    let bytes = SwiftRenderer.utf8(
      header: header(fromAll: schema.files),
      imports: [SwiftImport(module: "Ashlar", access: schema.access.importAccess)]
        + handwritten.imports,
      declarations: [NamespaceEmitter(schema: schema).declaration()] + handwritten.declarations())
    return GeneratedFile(name: schema.fileName, bytes: bytes)
  }

  private func migrationSource() -> [UInt8] {
    let emitter = MigrationEmitter(schema: schema)
    var imports = [SwiftImport(module: "Ashlar", access: schema.access.importAccess)]
    if emitter.namesFoundation { imports.append(SwiftImport(module: "Foundation", access: schema.access.importAccess)) }
    return SwiftRenderer.utf8(
      header: header(of: "the history of the schema \(schema.model.name)", generate: "<schema files>"), imports: imports,
      declarations: [emitter.declaration()])
  }

  private func header(fromAll files: [ResolvedSchema.File]) -> [String] {
    header(of: "the schema \(schema.model.name)", generate: "<schema files>")
  }

  private func header(of source: String, generate files: String) -> [String] {
    [
      GeneratedFile.signature[0], "\(GeneratedFile.signature[1])\(source). Change the schema and generate again:",
      "ashlar generate \(files) --output <folder>", "swift-format-ignore-file",
    ]
  }
}

extension ResolvedSchema.Declaration {
  /// Whether there is such a property of a type of the language.
  private func hasProperty(where isFound: (PropertyModel) -> Bool) -> Bool {
    switch self {
    case .entity(let entity, let surface): entity.properties.contains(where: isFound) || surface.ignored.hasProperty(where: isFound)
    case .mixin(let mixin): mixin.properties.contains(where: isFound) || mixin.ignored.hasProperty(where: isFound)
    case .enumeration, .external, .custom, .projection, .handwritten: false
    }
  }

  /// Swift's spelling of the types of properties that are no scalars of the language.
  private func spelledTypes(access: AccessLevel?) -> [String] {
    func shown(_ surfaces: [String: PropertySurface], _ ignored: [IgnoredModel]) -> [String] {
      surfaces.values.filter { access == nil || $0.access == access }.compactMap(\.declaredType)
        + ignored.filter { access == nil || surfaces[$0.name]?.access == access }.compactMap(\.swiftType)
    }
    return switch self {
    case .entity(_, let surface): shown(surface.properties, surface.ignored)
    case .mixin(let mixin): mixin.surfaces.values.compactMap(\.declaredType) + mixin.ignored.compactMap(\.swiftType)
    case .projection(_, let surface): surface.properties.filter { access == nil || $0.access == access }.map(\.type)
    case .custom(_, let swiftName): access == nil ? [swiftName] : []
    case .external(let enumeration): access == nil ? [enumeration.swiftName] : []
    case .enumeration, .handwritten: []
    }
  }

  /// Whether declarations of an access name types of Foundation.
  fileprivate func showsFoundation(access: AccessLevel) -> Bool {
    hasProperty { $0.customName == nil && $0.type.isOfFoundation } || spelledTypes(access: access).contains(where: FoundationNames.occur)
  }

  /// Whether code that is not shown names them: fresh UUIDs, what checks custom types and external enums, and properties of less access.
  fileprivate var usesFoundation: Bool {
    if case .custom(let type, _) = self, type.persistedType.isOfFoundation { return true }
    return hasProperty { $0.defaultValue == .newUUID } || spelledTypes(access: nil).contains(where: FoundationNames.occur)
  }

  /// The names of further modules' declarations that are part of what has this access, as the schema spells them.
  fileprivate func foreignNames(access: AccessLevel) -> [String] {
    switch self {
    case .entity(_, let surface): surface.protocols + spelledTypes(access: access)
    case .projection(_, let surface): surface.protocols + spelledTypes(access: access)
    case .mixin, .enumeration, .external, .custom, .handwritten: spelledTypes(access: access)
    }
  }
}

extension ValueType {
  fileprivate var isOfFoundation: Bool { self == .date || self == .data || self == .uuid }
}

extension [IgnoredModel] {
  fileprivate func hasProperty(where isFound: (PropertyModel) -> Bool) -> Bool {
    contains { if case .schema(let model) = $0.kind { isFound(model) } else { false } }
  }
}

extension IgnoredModel {
  fileprivate var swiftType: String? {
    if case .swift(let text) = kind { text } else { nil }
  }
}

extension String {
  /// Whether Swift code names something as `Module.name`.
  fileprivate func names(_ module: String) -> Bool {
    split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.contains { $0.hasPrefix(module + ".") }
  }
}
