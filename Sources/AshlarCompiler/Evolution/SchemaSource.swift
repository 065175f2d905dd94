public import AshlarSchema

/// A schema and where its declarations stand.
public struct SchemaSource: Sendable {
  /// The path by which the schema was given: its position when there is none better.
  public let path: String
  /// The schema.
  public let model: SchemaModel
  private let texts: [SourceText]
  private let index: DeclarationIndex

  /// A schema of which only the descriptor is known.
  public init(path: String, model: SchemaModel) {
    self.init(path: path, model: model, files: [])
  }

  /// A schema that was compiled from files.
  public init(path: String, model: SchemaModel, files: [SourceFile]) {
    self.path = path
    self.model = model
    texts = files.map(SourceText.init)
    let sink = DiagnosticSink()
    index = DeclarationIndex(trees: texts.enumerated().map { SyntaxParser.parse($1, file: $0, sink: sink) })
  }

  /// Where a subject is declared; for a property that comes from elsewhere, or is not there, where its type is. Nil when no
  /// file tells.
  func location(of subject: SchemaDifference.Subject) -> SourceLocation? {
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
