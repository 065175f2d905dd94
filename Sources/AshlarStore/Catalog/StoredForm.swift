import AshlarSchema

extension SchemaModel {
  /// The model as a file keeps it: every name is the stored name, and what does not concern storage is left out.
  var storedForm: SchemaModel {
    var storedNames: [String: String] = [:]
    for entity in entities { storedNames[entity.name] = entity.storedName }
    return SchemaModel(
      name: "stored", version: version,
      entities: entities.map { entity in
        EntityModel(
          name: entity.storedName, kind: entity.kind,
          properties: entity.columns.map { property in
            PropertyModel(
              name: property.storedName, type: property.type, collection: property.collection, isOptional: property.isOptional || property.isLink,
              isIndexed: property.isIndexed, isPrimaryKey: property.isPrimaryKey,
              target: property.target.map { storedNames[$0] ?? $0 })
          })
      })
  }

  /// The entities of `self` whose names `other` lacks, added to it.
  func adding(_ other: SchemaModel) -> SchemaModel {
    SchemaModel(name: name, version: version, entities: entities + other.entities.filter { entity(named: $0.name) == nil })
  }
}
