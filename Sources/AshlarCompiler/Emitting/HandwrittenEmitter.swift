internal import AshlarSchema

/// Emits the code that the runtime needs for handwritten classes, all of it in the file of the schema's namespace.
struct HandwrittenEmitter {
  private let schema: ResolvedSchema
  private let models: [(entity: EntityModel, surface: HandwrittenSurface)]

  init(schema: ResolvedSchema) {
    self.schema = schema
    models = schema.files.flatMap(\.declarations).compactMap { declaration in
      guard case .handwritten(let entity, let surface) = declaration else { return nil }
      return (entity, surface)
    }
  }

  private var namespace: String { "\(schema.model.name)Schema" }

  /// The names of the classes in Swift's spelling, by their names in the schema.
  var swiftNames: [String: String] {
    Dictionary(models.map { ($0.entity.name, SwiftIdentifier.escapedPath($0.surface.declaration.swiftName)) }) { first, _ in first }
  }

  /// Foundation, and the imports of the classes' files other than Ashlar, because types of properties may belong to these modules; empty if
  /// there are no handwritten classes.
  var imports: [SwiftImport] {
    guard !models.isEmpty else { return [] }
    var access: [String: SwiftImport.Access] = [:]
    for (module, isConditional) in schema.files.flatMap(\.imports) where module != "Ashlar" {
      if !isConditional { access[module] = .plain } else if access[module] == nil { access[module] = .plainWhereFound }
    }
    access["Foundation"] = .plain
    return access.sorted { $0.key < $1.key }.map { SwiftImport(module: $0, access: $1) }
  }

  /// Returns the list of classes, as a member of the namespace.
  func members() -> [SwiftMember] {
    guard !models.isEmpty else { return [] }
    return [
      .declaration(
        SwiftDeclaration(
          modifiers: ["private", "static"], head: "let _classes: [_HandwrittenClass]", body: .value(.list(models.map(row)))))
    ]
  }

  /// The list of classes as an argument of the linked schema.
  var arguments: [[SwiftArgument]] {
    models.isEmpty ? [] : [[SwiftArgument(label: "handwritten", value: .expression("_classes"))]]
  }

  private func row(_ entity: EntityModel, _ surface: HandwrittenSurface) -> String {
    let properties = entity.properties.compactMap { property in
      surface.places[property.name].map { place in
        "_HandwrittenProperty(\(SwiftLiteral.string(place.file)), \(place.position.line), \(place.position.column), (\(place.swiftType)).self)"
      }
    }
    let name = SwiftIdentifier.escapedPath(surface.declaration.swiftName)
    return "_HandwrittenClass(\(SwiftLiteral.string(entity.name)), \(name).self, "
      + (surface.declaration.isDecodable ? "isDecodable: true, " : "")
      + "accessor: \(surface.declaration.hasDesignatedInitializer ? "nil" : "{ \(name)($0, $1) }"), [\(properties.joined(separator: ", "))])"
  }

  /// Returns a conformance for each topmost handwritten class, extensions with `encode(to:)`, and checks of the enums and custom types in
  /// Swift files.
  func declarations() -> [SwiftDeclaration] {
    let families = Dictionary(grouping: models, by: \.surface.declaration.root).sorted { $0.key < $1.key }
    let checks = schema.files.filter(\.isSwift).flatMap(\.declarations).compactMap { declaration -> SwiftDeclaration? in
      switch declaration {
      case .external(let enumeration): ExternalEnumEmitter(enumeration: enumeration).declaration()
      case .custom(let type, let swiftName): CustomTypeEmitter(type: type, swiftName: swiftName).declaration()
      default: nil
      }
    }
    return families.map { conformance($0.key, $0.value) } + models.compactMap(key) + models.compactMap(encoding) + checks
  }

  private func conformance(_ root: String, _ family: [(entity: EntityModel, surface: HandwrittenSurface)]) -> SwiftDeclaration {
    let table = PlaceTable(family.map { ($0.entity, $0.surface.places) })
    let column = SwiftDeclaration(
      attributes: ["@inline(__always)"], modifiers: ["public", "nonisolated", "static"], head: "func _column(_ place: UInt32) -> Int",
      body: .statements(table.isExhaustive ? table.lookUp + ["_unknownPlace(place)"] : table.lookUp + ["return _rareColumn(place)"]))
    let rare = SwiftDeclaration(
      attributes: ["@inline(never)"], modifiers: ["nonisolated", "static"], head: "func _rareColumn(_ place: UInt32) -> Int",
      body: .statements(table.rareCases))
    return SwiftDeclaration(
      head: "extension \(SwiftIdentifier.escapedPath(root)): _HandwrittenModel",
      body: .members(
        [
          .declaration(
            SwiftDeclaration(
              modifiers: ["public", "nonisolated", "static"], head: "var _linkedSchema: _LinkedSchema",
              body: .code("\(namespace)._schema"))), .declaration(column),
        ] + (family.contains(where: Self.namesKey) ? [.declaration(Self.keyByMethod)] : [])
          + (table.isExhaustive ? [] : [.declaration(rare)])))
  }

  // Returns whether `primaryKey()` or `schemaRules` specifies the primary key of a class, rather than a property wrapper.
  private static func namesKey(_ entity: EntityModel, _ surface: HandwrittenSurface) -> Bool {
    surface.declaration.namesKeyByMethod || entity.compoundKey != nil
  }

  private static var keyByMethod: SwiftDeclaration {
    SwiftDeclaration(
      attributes: ["@inline(__always)"], modifiers: ["public", "nonisolated", "static"], head: "var _namesKeyByMethod: Bool",
      body: .code("true"))
  }

  /// Emits the struct of a compound key that the class itself states; returns nil for other classes, which may inherit the struct.
  private func key(_ entity: EntityModel, _ surface: HandwrittenSurface) -> SwiftDeclaration? {
    guard surface.declaration.statesKey else { return nil }
    let emitter = KeyEmitter(entity: entity, access: surface.declaration.access, enums: schema.generatedEnums)
    let key = emitter.declarations()
    if key.isEmpty { return nil }
    return SwiftDeclaration(
      head: "extension \(SwiftIdentifier.escapedPath(surface.declaration.swiftName)): \(KeyEmitter.protocolName)",
      body: .members(key.map { .declaration($0) }))
  }

  /// Emits `encode(to:)`, which Swift cannot synthesize, because a wrapper has no reference to its object; returns nil if the class does
  /// not need it.
  private func encoding(_ entity: EntityModel, _ surface: HandwrittenSurface) -> SwiftDeclaration? {
    guard let encoded = surface.declaration.encoded else { return nil }
    let values = encoded.map { property in
      let key = SwiftLiteral.string(property.key)
      guard property.isPersisted, let place = surface.places[property.name],
        let column = entity.properties.firstIndex(where: { $0.name == property.name })
      else { return "try coding.encode(self.\(SwiftIdentifier.escaped(property.name)), \(key))" }
      return "try coding.encode((\(place.swiftType))._read(self, \(column)), \(key))"
    }
    return SwiftDeclaration(
      head: "extension \(SwiftIdentifier.escapedPath(surface.declaration.swiftName))",
      body: .members([
        .declaration(
          SwiftDeclaration(
            modifiers: ["public", "nonisolated"], head: "func encode(to encoder: any Encoder) throws",
            body: .statements([(values.isEmpty ? "_ =" : "var coding =") + " try _Encoding(self, encoder)"] + values)))
      ]))
  }
}
