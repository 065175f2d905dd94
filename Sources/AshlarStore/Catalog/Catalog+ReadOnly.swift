import AshlarSchema

extension Catalog {
  /// The schema version of a file; nil for one that has no schema yet.
  public static func version(of engine: any StorageEngine) throws -> UInt64? { try find(engine)?.0.catalog.schema.version }

  /// Compares a file that is only read with `wanted`. Types and indexes that it lacks are not made: such types have no rows.
  ///
  /// Throws `CatalogError` when they do not go together, or the versions differ, and `StoreError.notADatabase` when the file has
  /// no schema.
  /// - Returns: table definitions by ordinal, nil where the model has no entity.
  public static func openReadOnly(_ engine: any StorageEngine, _ wanted: WantedSchema, version: UInt64) throws -> [TableDefinition?] {
    guard let found = try find(engine)?.0 else { throw StoreError.notADatabase(path: engine.path, reason: .noSchema) }
    if let definitions = found.definitions(of: wanted, version: version) { return definitions }
    let stored = found.catalog
    if stored.schema.version != version {
      throw CatalogError.otherVersion(path: engine.path, stored: stored.schema.version, configured: version)
    }
    var result = try stored.updated(with: wanted.stored, version: version, path: engine.path)
    // Which columns have one is what the file says.
    for entity in stored.schema.entities {
      guard let index = result.schema.entities.firstIndex(where: { $0.name == entity.name }) else { continue }
      for column in entity.properties.indices where column < result.schema.entities[index].properties.count {
        let name = result.schema.entities[index].properties[column].name
        guard let before = entity.properties.first(where: { $0.name == name }) else { continue }
        result.schema.entities[index].properties[column].isIndexed = before.isIndexed
      }
    }
    return result.definitions(of: wanted)
  }
}
