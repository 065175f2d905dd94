package import AshlarSchema

extension SchemaModel {
  /// The model as stored in a file: every name is the stored name, and parts that do not concern storage are omitted. Rules of asymmetric
  /// types are omitted, because they concern only objects that are sent.
  package var storedForm: SchemaModel {
    var storedNames: [String: String] = [:]
    for entity in entities { storedNames[entity.name] = entity.storedName }
    return SchemaModel(
      name: "stored", version: version,
      entities: entities.map { entity in
        var stored = EntityModel(
          name: entity.storedName, kind: entity.kind,
          properties: entity.columns.map { property in
            var stored = PropertyModel(
              name: property.storedName, type: property.type, collection: property.collection, isOptional: property.storesNil,
              isIndexed: property.isIndexed, isPrimaryKey: property.isPrimaryKey,
              target: property.target.map { storedNames[$0] ?? $0 })
            stored.was = property.was
            return stored
          })
        stored.was = entity.was
        stored.dropped = entity.dropped
        if entity.kind != .asymmetric { stored.rules = entity.rules }
        return stored
      })
  }

  /// Returns the model with renamed entities and links to them; the names of properties do not change.
  func renaming(_ renames: SchemaRenames) -> SchemaModel {
    let names = Dictionary(renames.types.map { ($1, $0) }) { first, _ in first }
    var entities = entities
    for index in entities.indices {
      entities[index].name = names[entities[index].name] ?? entities[index].name
      entities[index].storedName = entities[index].name
      for column in entities[index].properties.indices {
        entities[index].properties[column].target = entities[index].properties[column].target.map { names[$0] ?? $0 }
      }
    }
    return SchemaModel(name: name, version: version, entities: entities)
  }

  /// Returns the model, extended by the entities of `other` whose names the model does not contain.
  func adding(_ other: SchemaModel) -> SchemaModel {
    SchemaModel(name: name, version: version, entities: entities + other.entities.filter { entity(named: $0.name) == nil })
  }
}
