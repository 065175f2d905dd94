public import AshlarSchema

extension Catalog {
  /// Returns the schema version of a file, or nil if it has no schema yet.
  public static func version(of engine: any StorageEngine) throws -> UInt64? { try find(engine)?.0.catalog.schema.version }

  /// Returns the stored schema of a file, or nil if it has no schema yet.
  public static func schema(of engine: any StorageEngine) throws -> SchemaModel? { try find(engine)?.0.catalog.schema }

  /// Compares a read-only file with `wanted`. Types and indexes that the file lacks are not created; such types have no rows. Columns that
  /// only the file contains, and differences of rules other than compound primary keys, are ignored.
  ///
  /// Throws `CatalogError` if the schemas are incompatible or the versions differ, and `StoreError.notADatabase` if the file has no schema.
  /// - Returns: The table definitions by ordinal; nil for ordinals of types that neither `wanted` nor the file contains.
  public static func openReadOnly(_ engine: any StorageEngine, _ wanted: WantedSchema, version: UInt64) throws -> [TableDefinition?] {
    guard let found = try find(engine)?.0 else { throw StoreError.notADatabase(path: engine.path, reason: .noSchema) }
    if let definitions = found.definitions(of: wanted, version: version) { return definitions }
    let stored = found.catalog
    if stored.schema.version != version {
      throw CatalogError.otherVersion(path: engine.path, stored: stored.schema.version, configured: version)
    }
    let wider = stored.wider(wanted.stored)
    // A Realm that writes nothing breaks no rule, so a difference between rules is not a mismatch. A compound primary key is an exception:
    // the file's index contains the hashes of a different key.
    let renamed = SchemaRenames(from: stored.schema, to: wanted.stored).applied(to: stored.schema)
    let form = SchemaModel(
      name: wanted.stored.name, version: version,
      entities: wanted.stored.entities.map { entity in
        var entity = wider[entity.name] ?? entity
        let stored = renamed.entities.first { $0.storedName == entity.name }?.rules ?? []
        entity.rules = entity.rules.filter { $0.kind == .primaryKey } + stored.filter { $0.kind != .primaryKey }
        return entity
      })
    var result = try stored.evolved(to: form, filling: wanted.model, version: version, path: engine.path).catalog
    // The file determines which indexes exist.
    for entity in stored.schema.entities {
      guard let index = result.schema.entities.firstIndex(where: { $0.name == entity.name }) else { continue }
      for column in entity.properties.indices where column < result.schema.entities[index].properties.count {
        let name = result.schema.entities[index].properties[column].name
        guard let before = entity.properties.first(where: { $0.name == name }) else { continue }
        result.schema.entities[index].properties[column].isIndexed = before.isIndexed
      }
    }
    for index in result.tables.indices {
      let known = stored.tables.first { $0.id == result.tables[index].id }?.indexes?.list ?? []
      result.tables[index].indexes?.list.removeAll { !known.contains($0) }
    }
    return result.definitions(of: wanted, wider: wider)
  }

  /// Returns the types of `wanted` that lack columns of the file, by stored name. They are in stored form, with these columns appended.
  private func wider(_ wanted: SchemaModel) -> [String: EntityModel] {
    let stored = schema.renaming(SchemaRenames(from: schema, to: wanted))
    var wider: [String: EntityModel] = [:]
    for case .propertyRemoved(let type, let property) in SchemaDifference.between(schema, wanted) {
      guard let column = stored.entity(named: type)?.properties.first(where: { $0.name == property }) else { continue }
      guard let entity = wider[type] ?? wanted.entity(named: type) else { continue }
      wider[type] = entity
      wider[type]?.properties.append(column)
    }
    return wider
  }
}
