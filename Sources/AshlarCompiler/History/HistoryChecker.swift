internal import AshlarSchema

/// Checks a schema against the newest release.
struct HistoryChecker {
  let history: SchemaHistory
  let declarations: SchemaDeclarations
  let sink: DiagnosticSink

  func check(_ schema: SchemaModel) {
    guard let newest = history.releases.last?.model, let top = declarations.top else { return }
    let header = declarations.files.lazy.compactMap(\.header).first
    let place = header?.versionSpan ?? header?.span ?? top
    checkDropped(schema)
    guard !reportForeignTypes(schema, place) else { return }
    let differences = SchemaDifference.between(newest, schema)
    if schema.version < newest.version {
      sink.report(.history(.versionLowered(from: newest.version, to: schema.version)), at: place)
    } else if schema.version == newest.version, differences.contains(where: \.needsVersion) {
      sink.report(.history(.versionNotRaised(schema.version)), at: place)
    }
    for difference in differences {
      guard let problem = differences.renameProblem(difference), case .property(let type, let property) = difference.subject else {
        continue
      }
      sink.report(.history(problem), at: span(of: type, property, in: schema) ?? place)
    }
    for guess in PerhapsRenamed.between(newest, schema) {
      guard let type = guess.type, let entity = schema.entities.first(where: { $0.storedName == type }),
        !entity.dropped.contains(guess.from)
      else { continue }
      sink.report(
        .history(.ambiguousRemoval(type: entity.name, from: guess.from, to: guess.to)), at: span(of: type, guess.to, in: schema) ?? place)
    }
  }

  /// Reports names in `dropped` that no property of the type had in any release.
  private func checkDropped(_ schema: SchemaModel) {
    for type in declarations.files.lazy.flatMap(\.types) where !type.dropped.isEmpty {
      guard let entity = schema.entities.first(where: { $0.name == type.name.text }) else { continue }
      let (names, inUse) = (releasedNames(of: entity), Set(entity.columns.map(\.storedName)))
      for name in type.dropped where !names.contains(name.text) {
        let nearest = Spelling.nearest(to: name.text, in: names.subtracting(inUse))
        sink.report(.history(.neverReleased(type: entity.name, name: name.text, suggestion: nearest)), at: name.span)
      }
    }
  }

  /// Returns the stored names that the properties of a type have or had in any release, under any former name of the type.
  private func releasedNames(of entity: EntityModel) -> Set<String> {
    var types = Set([entity.storedName] + entity.was)
    var names: Set<String> = []
    for release in history.releases.reversed() {
      for former in release.model.entities where types.contains(former.storedName) {
        types.formUnion(former.was)
        for column in former.columns { names.formUnion([column.storedName] + column.was) }
      }
    }
    return names
  }

  /// Reports types whose stored form can be determined only at run time, and which therefore cannot be compared. Returns whether there are
  /// any.
  private func reportForeignTypes(_ schema: SchemaModel, _ place: SourceSpan) -> Bool {
    var isReported = false
    for entity in schema.entities {
      for property in entity.properties {
        guard let type = property.foreignType else { continue }
        sink.report(.foreignType(type), at: span(of: entity.storedName, property.storedName, in: schema) ?? place)
        isReported = true
      }
    }
    return isReported
  }

  private func span(of type: String, _ property: String, in schema: SchemaModel) -> SourceSpan? {
    guard let entity = schema.entities.first(where: { $0.storedName == type }),
      let declaration = declarations.files.lazy.flatMap(\.types).first(where: { $0.name.text == entity.name })
    else { return nil }
    let name = entity.columns.first { $0.storedName == property }?.name
    return declaration.properties.first { $0.name.text == name }?.name.span ?? declaration.name.span
  }
}

extension SchemaDeclarations {
  /// The beginning of the first file; nil if there are no files.
  fileprivate var top: SourceSpan? { files.first.map { SourceSpan(file: $0.file, bytes: 0..<0) } }
}
