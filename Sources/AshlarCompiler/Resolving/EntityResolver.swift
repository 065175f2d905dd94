internal import AshlarSchema

/// Resolves one object or embedded type.
struct EntityResolver {
  let type: TypeDeclaration
  let schemaName: String?
  let table: TypeTable
  let sink: DiagnosticSink

  /// The type with the properties that could be resolved.
  func resolve() -> EntityModel {
    var stored: [PropertyModel] = []
    var linking: [PropertyModel] = []
    var primaryKey: SourceSpan?
    for property in type.properties {
      checkPrimaryKeyPlace(property, first: &primaryKey)
      guard let model = PropertyResolver(property: property, owner: type, table: table, sink: sink).resolve() else { continue }
      checkHiding(property, model)
      if model.collection == .linkingObjects { linking.append(model) } else { stored.append(model) }
    }
    StoredNameChecker(sink: sink).checkColumns(type.properties)
    return EntityModel(
      name: type.name.text, storedName: type.table?.text, kind: type.kind, properties: stored + linking,
      documentation: type.documentation)
  }

  private func checkPrimaryKeyPlace(_ property: PropertyDeclaration, first: inout SourceSpan?) {
    guard let place = property.primaryKey else { return }
    if type.kind == .embedded {
      sink.report(.primaryKeyOnEmbedded, at: place)
    } else if let first {
      sink.report(.secondPrimaryKey, at: place, notes: [(.firstHere, first)])
    } else {
      first = place
    }
  }

  /// Inside the class, a property is found before a type of the same name, and emitted code names some types there.
  private func checkHiding(_ property: PropertyDeclaration, _ model: PropertyModel) {
    let name = property.name.text
    let isNamed =
      name == type.name.text || name == schemaName.map { $0 + "Schema" }
      || type.properties.contains { $0.type.collection == nil && $0.type.element.text == name && table.type(named: name) != nil }
    if isNamed { sink.report(.propertyHidesType(name), at: property.name.span) }
  }
}
