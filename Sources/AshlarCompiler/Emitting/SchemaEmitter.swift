internal import AshlarSchema

/// Emits the Swift files of a schema: one for each YAML file, one for the namespace, and one for the history if there is one.
struct SchemaEmitter {
  let schema: ResolvedSchema

  /// Returns the files, sorted by name.
  func files() -> [GeneratedFile] {
    // Encoding the descriptor takes nearly half of the time; a second thread is worthwhile for about 50 types or more.
    let namespace = schema.model.entities.count < 50 ? nil : Background { namespaceSource() }
    var files = schema.files.filter { !$0.isSwift }.map { GeneratedFile(name: $0.outputName, bytes: utf8(of: $0)) }
    files.append(namespace?.value() ?? namespaceSource())
    if let name = schema.migrationFileName { files.append(GeneratedFile(name: name, bytes: migrationSource())) }
    return files.ordered(byBytes: \.name)
  }

  private func utf8(of file: ResolvedSchema.File) -> [UInt8] {
    let source = file.path.split(separator: "/").last.map(String.init) ?? file.path
    let hasKeys = schema.model.entities.contains { $0.compoundKey != nil }
    let enums = hasKeys ? schema.generatedEnums : []
    // The sequence is lazy, so that only one declaration at a time is in memory.
    let declarations = file.declarations.lazy.map { declaration in
      switch declaration {
      case .entity(let entity, let surface):
        EntityEmitter(entity: entity, surface: surface, schema: schema.model, generatedEnums: enums, access: schema.access).declaration()
      case .external(let enumeration): ExternalEnumEmitter(enumeration: enumeration).declaration()
      case .custom(let type, let swiftName): CustomTypeEmitter(type: type, swiftName: swiftName).declaration()
      case .mixin(let mixin): MixinEmitter(mixin: mixin, access: schema.access).declaration()
      case .projection(let projection, let surface):
        ProjectionEmitter(projection: projection, surface: surface, access: schema.access).declaration()
      case .enumeration(let enumeration, let surface):
        EnumEmitter(enumeration: enumeration, surface: surface, access: schema.access).declaration()
      // Code for handwritten classes is emitted in the file of the namespace.
      case .handwritten: SwiftDeclaration(head: "", body: .none)
      }
    }
    return SwiftRenderer.utf8(header: header(from: source), imports: imports(of: file), declarations: declarations)
  }

  private func header(from source: String) -> [String] {
    // A path can contain any character, but a line break would end the comment.
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
    // A public declaration can refer only to types of publicly imported modules, and Swift warns about a needless public import.
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
  /// Returns whether any property whose type belongs to the schema language satisfies a condition.
  private func hasProperty(where isFound: (PropertyModel) -> Bool) -> Bool {
    switch self {
    case .entity(let entity, let surface): entity.properties.contains(where: isFound) || surface.ignored.hasProperty(where: isFound)
    case .mixin(let mixin): mixin.properties.contains(where: isFound) || mixin.ignored.hasProperty(where: isFound)
    case .enumeration, .external, .custom, .projection, .handwritten: false
    }
  }

  /// Returns the types declared in Swift to which declarations with the access level refer; if `access` is nil, those to which any
  /// declaration refers.
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

  /// Returns whether declarations with the access level refer to types of Foundation.
  fileprivate func showsFoundation(access: AccessLevel) -> Bool {
    hasProperty { $0.customName == nil && $0.type.isOfFoundation } || spelledTypes(access: access).contains(where: FoundationNames.occur)
  }

  /// Whether code that `showsFoundation` does not examine refers to types of Foundation: new UUIDs, checks of custom types and external
  /// enums, and properties with narrower access.
  fileprivate var usesFoundation: Bool {
    if case .custom(let type, _) = self, type.persistedType.isOfFoundation { return true }
    return hasProperty { $0.defaultValue == .newUUID || $0.defaultValue == .newUUIDv7 }
      || spelledTypes(access: nil).contains(where: FoundationNames.occur)
  }

  /// Returns the names, in the schema's spelling, that occur in declarations with the access level and may belong to other modules.
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
  /// Returns whether the string, which is Swift code, refers to a declaration of the module as `Module.name`.
  fileprivate func names(_ module: String) -> Bool {
    split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.contains { $0.hasPrefix(module + ".") }
  }
}
