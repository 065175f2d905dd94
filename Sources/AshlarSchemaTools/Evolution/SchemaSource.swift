public import AshlarCompiler
public import AshlarSchema

/// A schema with the locations of its declarations.
public struct SchemaSource: Sendable {
  /// The path that the caller specified, used as the location if no better one is known.
  public let path: String
  /// The schema.
  public let model: SchemaModel
  private let texts: [SourceText]
  private let index: DeclarationIndex
  private let map: SourceMap
  /// Whether the schema was read from a database file, which contains only the stored form, the indexes and the rules.
  package let isOfFile: Bool
  /// The access level of the schema's types; nil if it is unknown.
  let access: AccessLevel?
  /// The documentation of the schema; nil if it is unknown.
  public let documentation: String?

  /// Creates a schema from its descriptor, optionally with the locations of its declarations.
  public init(path: String, model: SchemaModel, map: SourceMap = SourceMap()) {
    self.init(path: path, model: model, files: [], map: map)
  }

  /// Creates a schema that was read from a database file, which contains no Swift names, enums, defaults or other declarations that are not
  /// stored.
  public init(ofFile path: String, model: SchemaModel) {
    self.init(path: path, model: model, files: [], map: SourceMap(), isOfFile: true)
  }

  /// Creates a schema that was compiled from files. If `access` is nil, access levels are not compared.
  public init(path: String, model: SchemaModel, files: [SourceFile], access: AccessLevel? = nil, documentation: String? = nil) {
    self.init(path: path, model: model, files: files, map: SourceMap(), access: access, documentation: documentation)
  }

  private init(
    path: String, model: SchemaModel, files: [SourceFile], map: SourceMap, isOfFile: Bool = false, access: AccessLevel? = nil,
    documentation: String? = nil
  ) {
    self.access = access
    self.documentation = documentation
    self.map = map
    self.isOfFile = isOfFile
    self.path = path
    self.model = model
    texts = files.map(SourceText.init)
    let sink = DiagnosticSink()
    index = DeclarationIndex(trees: texts.enumerated().map { SyntaxParser.parse($1, file: $0, sink: sink) })
  }

  /// Returns the location of a declaration, or nil if it is unknown. For a property that the type inherits or does not have, returns the
  /// location of the type.
  func location(of subject: SchemaDifference.Subject) -> SourceLocation? {
    declared(subject) ?? mapped(subject)
  }

  /// The locations of types, their properties, enums, cases and projections, for a descriptor.
  public var sourceMap: SourceMap {
    var map = SourceMap()
    for entity in model.entities {
      add(.type(entity.storedName), to: &map)
      for property in entity.properties {
        add(
          property.collection == .linkingObjects
            ? .linkingObjects(type: entity.storedName, property: property.name)
            : .property(type: entity.storedName, property: property.storedName), to: &map)
      }
    }
    for enumeration in model.enums {
      add(.enumeration(enumeration.name), to: &map)
      for element in enumeration.cases { add(.enumCase(enumeration: enumeration.name, name: element.name), to: &map) }
    }
    for projection in model.projections { add(.projection(projection.name), to: &map) }
    return map
  }

  private func add(_ subject: SchemaDifference.Subject, to map: inout SourceMap) {
    guard let location = declared(subject) else { return }
    let name = location.path.split(separator: "/").last.map(String.init) ?? location.path
    map.places[subject] = SourceMap.Place(
      file: name, line: UInt32(clamping: location.start.line), column: UInt32(clamping: location.start.column))
  }

  private func mapped(_ subject: SchemaDifference.Subject) -> SourceLocation? {
    guard let place = map.places[subject] ?? subject.owner.flatMap({ map.places[$0] }) else { return nil }
    let position = SourcePosition(line: Int(place.line), column: Int(place.column))
    return SourceLocation(path: place.file, start: position, end: position, snippet: "", markStart: 0, markLength: 1)
  }

  private func declared(_ subject: SchemaDifference.Subject) -> SourceLocation? {
    switch subject {
    case .type(let type):
      return location(entity(type)?.name)
    case .property(let type, let property):
      let entity = entity(type)
      return location(entity?.name, entity?.properties.first { $0.storedName == property }?.name)
    case .linkingObjects(let type, let property):
      return location(entity(type)?.name, property)
    case .enumeration(let name):
      return location(name)
    case .projection(let name):
      return location(name)
    case .projectedProperty(let projection, let property):
      return location(projection, property)
    case .schema:
      return index.access.map { SourceLocation($0, in: texts[$0.file]) } ?? versionLocation
    case .enumCase(let enumeration, let name):
      return location(enumeration, name)
    }
  }

  /// The location of the schema's version; without one, that of the `schema` block, or else the beginning of the first file. Nil if the
  /// schema was not compiled from files.
  var versionLocation: SourceLocation? {
    if let span = index.version { return SourceLocation(span, in: texts[span.file]) }
    guard let text = texts.first else { return nil }
    return SourceLocation(SourceSpan(file: 0, bytes: text.start..<text.start), in: text)
  }

  private func entity(_ storedName: String) -> EntityModel? { model.entities.first { $0.storedName == storedName } }

  private func location(_ type: String?, _ member: String? = nil) -> SourceLocation? {
    guard let type, let span = member.flatMap({ index.members[type]?[$0] }) ?? index.types[type] else { return nil }
    return SourceLocation(span, in: texts[span.file])
  }
}

extension SchemaDifference.Subject {
  /// The enclosing declaration, whose location is used if that of this declaration is unknown.
  fileprivate var owner: Self? {
    switch self {
    case .property(let type, _), .linkingObjects(let type, _): .type(type)
    case .projectedProperty(let projection, _): .projection(projection)
    case .type, .enumeration, .enumCase, .projection, .schema: nil
    }
  }
}
