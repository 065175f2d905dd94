internal import AshlarSchema

/// Emits the history of a schema in Swift: structs for the types that migration steps involve, in the form of each release, and the
/// function that takes a closure for each step.
struct MigrationEmitter {
  private let schema: ResolvedSchema
  private let steps: [MigrationStep]
  // The releases, followed by the schema if it is not one of them.
  private let models: [SchemaModel]
  // The types that steps involve and the types reachable from them, by version.
  private let types: [UInt64: [EntityModel]]

  init(schema: ResolvedSchema) {
    self.schema = schema
    steps = schema.steps
    var models = schema.history.releases.map(\.model)
    if let newest = models.last, newest.version < schema.model.version { models.append(schema.model) }
    self.models = models
    var types: [UInt64: [EntityModel]] = [:]
    for model in models {
      let names = steps.compactMap { $0.from == model.version ? $0.oldType : $0.to == model.version ? $0.newType : nil }
      let roots = model.entities.filter { names.contains($0.storedName) }
      if !roots.isEmpty { types[model.version] = MigrationEmitter.reached(from: roots, in: model) }
    }
    self.types = types
  }

  private static func reached(from roots: [EntityModel], in model: SchemaModel) -> [EntityModel] {
    var names = Set(roots.map(\.name))
    var waiting = roots
    while let entity = waiting.popLast() {
      for target in entity.columns.compactMap(\.target) where names.insert(target).inserted {
        if let found = model.entity(named: target) { waiting.append(found) }
      }
    }
    return model.entities.filter { names.contains($0.name) }
  }

  /// Whether any of the structs has properties of Foundation types.
  var namesFoundation: Bool {
    types.values.contains { $0.contains { $0.columns.contains { [.date, .data, .uuid].contains($0.type) } } }
  }

  func declaration() -> SwiftDeclaration {
    let views = types.sorted { $0.key < $1.key }.map { version, entities in SwiftMember.declaration(namespace(version, entities)) }
    return SwiftDeclaration(
      head: "extension \(schema.model.name)Schema",
      body: .members(views + [.declaration(plan()), .mark("Support for the runtime")] + releases()))
  }

  private func namespace(_ version: UInt64, _ entities: [EntityModel]) -> SwiftDeclaration {
    SwiftDeclaration(
      documentation: "The types that migrations from or to version \(version) concern, as they are in that release.",
      modifiers: schema.access.words + ["nonisolated"], head: "enum V\(version)",
      body: .members(entities.map { .declaration(HistoricalTypeEmitter(entity: $0, access: schema.access).declaration()) }))
  }

  private func plan() -> SwiftDeclaration {
    let parameters = steps.map { step in
      "\(label(of: step)): @escaping @Sendable (_ old: \(name(step.oldType, step.from)), _ new: \(name(step.newType, step.to)), "
        + "_ migration: Migration) throws -> Void"
    }
    let documentation =
      "What becomes of files of earlier releases, for `Realm.Configuration.migration`."
      + (steps.isEmpty ? "" : " A closure is called with each object of its type, as it was and as it becomes:\n\n")
      + steps.map { "- `\(label(of: $0))`: " + $0.differences.map(\.description).joined(separator: " ") }.joined(separator: "\n")
    return SwiftDeclaration(
      documentation: documentation, modifiers: schema.access.words + ["nonisolated", "static"],
      head: parameters.isEmpty
        ? "func migration() -> MigrationPlan" : "func migration(\n    \(parameters.joined(separator: ",\n    "))\n  ) -> MigrationPlan",
      body: .statements(
        ["MigrationPlan(", "  _schema: \(SwiftLiteral.string(schema.model.name)), releases: _releases,", "  steps: ["]
          + steps.map { "    _MigrationStep(from: \($0.from), to: \($0.to), \(label(of: $0)))," } + ["  ])"]))
  }

  private func releases() -> [SwiftMember] {
    let modifiers = ["private", "nonisolated", "static"]
    // The current schema has its own descriptor.
    let before = schema.history.releases.filter { $0.version < schema.model.version }
    let texts = before.map { release in
      SwiftDeclaration(
        modifiers: modifiers, head: "let _release\(release.version): StaticString",
        body: .value(.longText(Base64.encode(Release.descriptor(of: release.model, after: release.predecessor)))))
    }
    let names = before.map { "_release\($0.version)" }
    return (texts + [SwiftDeclaration(modifiers: modifiers, head: "let _releases: [StaticString]", body: .value(.list(names)))])
      .map { .declaration($0) }
  }

  /// Returns a label such as `person2to3`.
  private func label(of step: MigrationStep) -> String {
    let name = entity(step.newType, step.to)?.name ?? step.newType
    return "\(name.loweringFirstWord)\(step.from)to\(step.to)"
  }

  private func name(_ storedName: String, _ version: UInt64) -> String {
    "V\(version).\(SwiftIdentifier.escaped(entity(storedName, version)?.name ?? storedName))"
  }

  private func entity(_ storedName: String, _ version: UInt64) -> EntityModel? {
    models.first { $0.version == version }?.entities.first { $0.storedName == storedName }
  }
}

extension String {
  /// The string with its first word in lower case: `person` for `Person`, `urlItem` for `URLItem`.
  fileprivate var loweringFirstWord: String {
    let capitals = prefix { $0.isUppercase }.count
    let lowered = capitals > 1 && capitals < count ? capitals - 1 : capitals
    return prefix(lowered).lowercased() + dropFirst(lowered)
  }
}
