internal import AshlarSchema

/// Makes what the runtime needs of classes that are written by hand. All of it is in the schema's own file.
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

  /// How Swift spells the classes, by their names in the schema.
  var swiftNames: [String: String] {
    Dictionary(models.map { ($0.entity.name, SwiftIdentifier.escapedPath($0.surface.swiftName)) }) { first, _ in first }
  }

  /// Foundation, and what the files of the classes import.
  var imports: [String] {
    guard !models.isEmpty else { return [] }
    return Set(schema.files.flatMap(\.imports) + ["Foundation"]).sorted()
  }

  /// The list of classes, as a member of the namespace.
  func members() -> [SwiftMember] {
    guard !models.isEmpty else { return [] }
    return [
      .declaration(
        SwiftDeclaration(
          modifiers: ["private", "static"], head: "let _classes: [_HandwrittenClass]", body: .value(.list(models.map(row)))))
    ]
  }

  /// The same as an argument of the linked schema.
  var arguments: [[SwiftArgument]] {
    models.isEmpty ? [] : [[SwiftArgument(label: "handwritten", value: .expression("_classes"))]]
  }

  private func row(_ entity: EntityModel, _ surface: HandwrittenSurface) -> String {
    let properties = entity.properties.compactMap { property in
      surface.places[property.name].map { place in
        "_HandwrittenProperty(\(SwiftLiteral.string(place.file)), \(place.position.line), \(place.position.column), \(place.swiftType).self)"
      }
    }
    return "_HandwrittenClass(\(SwiftLiteral.string(entity.name)), \(SwiftIdentifier.escapedPath(surface.swiftName)).self, "
      + "[\(properties.joined(separator: ", "))])"
  }

  /// A conformance for each class that derives from none written by hand, and checks of the enums and custom types of Swift files.
  func declarations() -> [SwiftDeclaration] {
    let roots = Set(models.map(\.surface.root)).sorted()
    let checks = schema.files.filter(\.isSwift).flatMap(\.declarations).compactMap { declaration -> SwiftDeclaration? in
      switch declaration {
      case .external(let enumeration): ExternalEnumEmitter(enumeration: enumeration).declaration()
      case .custom(let type, let swiftName): CustomTypeEmitter(type: type, swiftName: swiftName).declaration()
      default: nil
      }
    }
    return roots.map(conformance) + checks
  }

  private func conformance(_ root: String) -> SwiftDeclaration {
    SwiftDeclaration(
      head: "extension \(SwiftIdentifier.escapedPath(root)): _HandwrittenModel",
      body: .members([
        .declaration(
          SwiftDeclaration(
            modifiers: ["public", "nonisolated", "static"], head: "var _linkedSchema: _LinkedSchema", body: .code("\(namespace)._schema"))),
        .declaration(
          SwiftDeclaration(
            attributes: ["@inline(__always)"], modifiers: ["public", "nonisolated", "static"],
            head: "func _column(_ line: UInt32, _ column: UInt32) -> Int", body: .statements(columns(root)))),
      ]))
  }

  /// A switch over lines. Stored properties have one column in a class and in all that derive from it; linking objects come last,
  /// so that theirs depends on the class.
  private func columns(_ root: String) -> [String] {
    var lines: [Int: [Int: String]] = [:]
    for (entity, surface) in models where surface.root == root {
      for (ordinal, property) in entity.properties.enumerated() {
        guard let position = surface.places[property.name]?.position else { continue }
        lines[position.line, default: [:]][position.column] =
          property.collection == .linkingObjects ? "_linkingPosition(line, column)" : String(ordinal)
      }
    }
    let cases = lines.sorted { $0.key < $1.key }.map { line, columns in
      let sorted = columns.sorted { $0.key < $1.key }
      let chosen = sorted.dropLast().map { "column == \($0.key) ? \($0.value) : " }.joined()
      return "case \(line): return \(chosen)\(sorted.last?.value ?? "0")"
    }
    return ["switch line {"] + cases + ["default: _unknownPosition(line, column)", "}"]
  }
}
