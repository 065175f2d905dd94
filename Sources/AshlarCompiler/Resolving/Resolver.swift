internal import AshlarSchema

/// Binds names and checks every rule that involves more than one declaration.
struct Resolver {
  private let declarations: SchemaDeclarations
  let texts: [SourceText]
  let defaultName: String?
  let needsName: Bool
  let accessOverride: AccessLevel?
  let history: SchemaHistory
  /// The names of the target's Swift files.
  let ownNames: [String]
  let sink: DiagnosticSink

  init(
    declarations: SchemaDeclarations, texts: [SourceText], defaultName: String?, needsName: Bool, accessOverride: AccessLevel?,
    history: SchemaHistory, ownNames: [String], sink: DiagnosticSink
  ) {
    self.history = history
    self.ownNames = ownNames
    self.declarations = MixinExpander(declarations, sink: sink).expand(declarations).withValues()
    self.texts = texts
    self.defaultName = defaultName
    self.needsName = needsName
    self.accessOverride = accessOverride
    self.sink = sink
  }

  /// Returns the schema, or nil if any error has been reported, even before this call.
  func resolve() -> ResolvedSchema? {
    let header = theHeader()
    let name = header?.name?.text ?? defaultName
    let access = accessOverride ?? header?.access ?? .public
    let namespace = name.map { $0 + "Schema" }
    let table = TypeTable(declarations, namespace: namespace, sink: sink)
    var entities: [String: EntityModel] = [:]
    var surfaces: [String: EntitySurface] = [:]
    let types = declarations.files.flatMap(\.types).filter { table.isFirst($0) }
    let resolved = Parallel.map(types, sink: sink) { type, sink in
      let (model, ignored) = EntityResolver(type: type, namespace: namespace, access: access, table: table, sink: sink).resolve()
      return (model, EntitySurface(type, ignored: ignored, access: access, table: table))
    }
    for (entity, surface) in resolved {
      entities[entity.name] = entity
      surfaces[entity.name] = surface
    }
    RuleResolver(types: types, table: table, sink: sink).resolve(into: &entities)
    RuleResolver.checkEnums(of: declarations, types, sink: sink)
    let mixins = declarations.files.map { $0.mixins.map { MixinResolver(mixin: $0, access: access, table: table, sink: sink).resolve() } }
    CodingChecker(table: table, sink: sink).checkMixins(declarations)
    table.checkCustomTypes(sink: sink)
    let projections = resolveProjections(access: access, table: table, entities: entities, surfaces: surfaces)
    StoredNameChecker(sink: sink).checkTables(declarations.files.flatMap(\.types))
    EmbeddedCycleChecker(types: declarations.files.flatMap(\.types), table: table, sink: sink).check()
    checkNamespace(name)
    checkCommonNames()
    let fileName = (defaultName ?? name ?? "") + "Schema.swift"
    let outputNames = checkedOutputNames(schemaFile: fileName)
    if name == nil, needsName { reportMissingName() }
    guard !sink.hasErrors else { return nil }
    return schema(
      name: name ?? "", fileName: fileName, header: header, access: access, entities: entities, surfaces: surfaces, mixins: mixins,
      projections: projections, outputNames: outputNames, table: table)
  }

  private func resolveProjections(
    access: AccessLevel, table: TypeTable, entities: [String: EntityModel], surfaces: [String: EntitySurface]
  ) -> [String: (model: ProjectionModel, surface: ProjectionSurface)] {
    var resolved: [String: (model: ProjectionModel, surface: ProjectionSurface)] = [:]
    for projection in declarations.files.flatMap(\.projections)
    where table.projection(named: projection.name.text)?.name.span == projection.name.span {
      let resolver = ProjectionResolver(
        projection: projection, access: access, table: table, entities: entities, surfaces: surfaces, sink: sink)
      resolved[projection.name.text] = resolver.resolve()
    }
    return resolved
  }

  private func theHeader() -> HeaderDeclaration? {
    let headers = declarations.files.compactMap(\.header)
    for header in headers.dropFirst() {
      sink.report(.repeatedSchemaBlock, at: header.span, notes: [(.firstHere, headers[0].span)])
    }
    return headers.first
  }

  private func reportMissingName() {
    // A broken file may contain the name of the schema.
    guard let file = declarations.files.first, !sink.hasErrors else { return }
    sink.report(.missingSchemaName, at: SourceSpan(file: file.file, bytes: texts[file.file].start..<texts[file.file].start))
  }

  private func checkNamespace(_ name: String?) {
    guard let name else { return }
    for file in declarations.files {
      for declared in file.declaredNames {
        if declared.text == name + "Schema" { sink.report(.namespaceTaken(declared.text), at: declared.span) }
        if declared.text == defaultName {
          sink.report(.typeNamedLikeTarget(declared.text), at: declared.span)
        } else if declared.text == name {
          sink.report(.typeNamedLikeSchema(declared.text), at: declared.span)
        }
      }
    }
  }

  /// Warns about generated types that hide commonly used names. Custom types and external enums are not generated.
  private func checkCommonNames() {
    for file in declarations.files {
      let generated =
        file.types.filter { $0.handwritten == nil }.map(\.name) + file.mixins.map(\.name) + file.projections.map(\.name)
        + file.enums.filter { $0.externalName == nil }.map(\.name)
      for name in generated {
        guard let module = ReservedNames.common[name.text] else { continue }
        sink.report(.hidesSwiftName(name.text, module: module), at: name.span)
      }
    }
  }

  private func checkedOutputNames(schemaFile: String) -> [String] {
    // No file is generated for a Swift file.
    let yaml = texts.indices.filter { !texts[$0].isSwift }
    var names = texts.map { _ in "" }
    for (file, name) in zip(yaml, OutputNames.names(for: yaml.map { texts[$0].file.path }, beside: ownNames)) { names[file] = name }
    var taken: Set<String> = [schemaFile.lowercased()]
    if !history.releases.isEmpty { taken.insert(schemaFile.lowercased().dropLast("schema.swift".count) + "migration.swift") }
    for (file, outputName) in names.enumerated() where !texts[file].isSwift && !taken.insert(outputName.lowercased()).inserted {
      sink.report(
        .outputNameTaken(outputName, bySource: false), at: SourceSpan(file: file, bytes: texts[file].start..<texts[file].start))
    }
    let own = Set((ownNames + ["main.swift"]).map { $0.lowercased() })
    for (file, outputName) in names.enumerated() where !texts[file].isSwift && own.contains(outputName.lowercased()) {
      sink.report(.outputNameTaken(outputName, bySource: true), at: SourceSpan(file: file, bytes: texts[file].start..<texts[file].start))
    }
    return names
  }

  private func schema(
    name: String, fileName: String, header: HeaderDeclaration?, access: AccessLevel, entities: [String: EntityModel],
    surfaces: [String: EntitySurface], mixins: [[MixinModel]],
    projections: [String: (model: ProjectionModel, surface: ProjectionSurface)], outputNames: [String], table: TypeTable
  ) -> ResolvedSchema {
    var enums: [EnumModel] = []
    var customTypes: [CustomTypeModel] = []
    var files: [ResolvedSchema.File] = []
    for (file, mixins) in zip(declarations.files, mixins) {
      var declared: [(SourceSpan, ResolvedSchema.Declaration)] = []
      for declaration in file.enums {
        if let swiftName = declaration.externalName {
          if declaration.isListed { enums.append(EnumModel(declaration)) }
          declared.append((declaration.name.span, .external(ExternalEnumModel(declaration, swiftName: swiftName))))
          continue
        }
        let model = EnumModel(declaration)
        enums.append(model)
        declared.append((declaration.name.span, .enumeration(model, EnumSurface(declaration))))
      }
      for declaration in file.customTypes {
        guard let persisted = table.persisted(declaration) else { continue }
        let model = CustomTypeModel(declaration, persisted)
        customTypes.append(model)
        declared.append((declaration.name.span, .custom(model, swiftName: declaration.swiftName)))
      }
      for type in file.types {
        guard let entity = entities[type.name.text], let surface = surfaces[type.name.text] else { continue }
        if let handwritten = type.handwritten {
          declared.append((type.name.span, .handwritten(entity, HandwrittenSurface(handwritten, type.properties))))
          continue
        }
        declared.append((type.name.span, .entity(entity, surface)))
      }
      for declaration in file.projections {
        guard let (model, surface) = projections[declaration.name.text] else { continue }
        declared.append((declaration.name.span, .projection(model, surface)))
      }
      declared += zip(file.mixins, mixins).map { ($0.name.span, .mixin($1)) }
      files.append(
        ResolvedSchema.File(
          path: texts[file.file].file.path, outputName: outputNames[file.file], isSwift: texts[file.file].isSwift,
          imports: file.swiftImports,
          declarations: declared.sorted { $0.0 < $1.0 }.map(\.1)))
    }
    var model = SchemaModel(
      name: name, version: header?.version ?? 0, entities: Array(entities.values), enums: enums, customTypes: customTypes,
      projections: projections.values.map(\.model))
    if header?.hasVersionOfHistory == true { model.version = history.version(of: model) }
    var seen: Set<String> = []
    return ResolvedSchema(
      model: model, fileName: fileName, access: access,
      imports: (header?.imports ?? []).map(\.text).filter { seen.insert($0).inserted },
      documentation: header?.documentation, files: files, history: history)
  }
}

extension CustomTypeModel {
  fileprivate init(_ declaration: CustomTypeDeclaration, _ persisted: TypeTable.Persisted) {
    switch persisted {
    case .scalar(let type):
      self.init(
        name: declaration.name.text, persistedType: type, isFailable: declaration.isFailable, documentation: declaration.documentation)
    case .embedded(let type):
      self.init(
        name: declaration.name.text, persistedType: .object, target: type.name.text, isFailable: declaration.isFailable,
        documentation: declaration.documentation)
    }
  }
}

extension EnumModel {
  init(_ declaration: EnumDeclaration) {
    self.init(
      name: declaration.name.text, rawType: declaration.rawType,
      cases: declaration.cases.map { EnumCaseModel(name: $0.name.text, rawValue: $0.rawValue, documentation: $0.documentation) },
      documentation: declaration.documentation)
    externalName = declaration.externalName
    unknownCase = declaration.unknownCase.flatMap { unknown in cases.firstIndex { $0.name == unknown.text } }
  }
}
