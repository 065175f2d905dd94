public import AshlarSchema

/// A schema and where its declarations stand.
public struct SchemaSource: Sendable {
  /// The path by which the schema was given: its position when there is none better.
  public let path: String
  /// The schema.
  public let model: SchemaModel
  private let texts: [SourceText]
  private let index: DeclarationIndex
  private let map: SourceMap

  /// A schema of which only the descriptor is known, and perhaps where its declarations stood.
  public init(path: String, model: SchemaModel, map: SourceMap = SourceMap()) {
    self.init(path: path, model: model, files: [], map: map)
  }

  /// A schema that was compiled from files.
  public init(path: String, model: SchemaModel, files: [SourceFile]) {
    self.init(path: path, model: model, files: files, map: SourceMap())
  }

  private init(path: String, model: SchemaModel, files: [SourceFile], map: SourceMap) {
    self.map = map
    self.path = path
    self.model = model
    texts = files.map(SourceText.init)
    let sink = DiagnosticSink()
    index = DeclarationIndex(trees: texts.enumerated().map { SyntaxParser.parse($1, file: $0, sink: sink) })
  }

  /// Where a subject is declared; for a property that comes from elsewhere, or is not there, where its type is. Nil when no
  /// file tells.
  func location(of subject: SchemaDifference.Subject) -> SourceLocation? {
    declared(subject) ?? mapped(subject)
  }

  /// Where everything is declared, for a descriptor.
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
    guard let place = map.places[subject] ?? subject.type.flatMap({ map.places[.type($0)] }) else { return nil }
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
    case .enumCase(let enumeration, let name):
      return location(enumeration, name)
    }
  }

  /// Where the schema's version is stated, or would be.
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
  /// The stored name of the type it belongs to.
  fileprivate var type: String? {
    switch self {
    case .type(let type), .property(let type, _), .linkingObjects(let type, _): type
    case .enumeration, .enumCase, .projection: nil
    }
  }
}
