import AshlarSchema

extension Catalog {
  /// Compares the file with the types that are wanted, changes it as far as that needs no code, and raises its version.
  ///
  /// Throws `CatalogError` when they do not go together; the file is then left as it was.
  /// - Parameters:
  ///   - version: the schema's version.
  ///   - holder: who writes what the file lacks.
  /// - Returns: table definitions by ordinal, nil where the model has no entity.
  public static func open(
    _ engine: any StorageEngine, _ wanted: WantedSchema, version: UInt64, for holder: WriteHolder = WriteHolder()
  ) throws -> [TableDefinition?] {
    if let found = try find(engine)?.0.definitions(of: wanted, version: version) { return found }
    try engine.lockForWriting(for: holder)
    let before: Catalog
    let evolution: Evolution
    do {
      if try engine.snapshot().version != engine.newestVersion { try engine.recoverNewestVersion() }
      before = try read(engine) ?? Catalog(schema: SchemaModel(name: "stored", version: version, entities: []), tables: [])
      evolution = try before.evolved(to: wanted.stored, filling: wanted.model, version: version, path: engine.path)
    } catch {
      engine.unlockForWriting()
      throw error
    }
    try CatalogMigration(engine, from: before, evolution).run()
    return evolution.catalog.definitions(of: wanted)
  }
}
