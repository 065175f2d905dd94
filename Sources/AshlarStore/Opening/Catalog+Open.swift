import AshlarSchema

extension Catalog {
  /// As `open(_:_:version:for:with:)`.
  public static func open(_ engine: any StorageEngine, _ hop: MigrationHop, for holder: WriteHolder) throws -> [TableDefinition?] {
    try open(engine, hop.wanted, version: hop.version, for: holder, with: hop.code)
  }

  /// Compares the file with the types that are wanted, changes it as far as that needs no code, and raises its version.
  ///
  /// Throws `CatalogError` when they do not go together; the file is then left as it was.
  /// - Parameters:
  ///   - version: the schema's version.
  ///   - holder: who writes what the file lacks.
  ///   - code: changes rows that the catalog alone cannot bring under the schema; nil where such a file is refused.
  /// - Returns: table definitions by ordinal, nil where the model has no entity.
  public static func open(
    _ engine: any StorageEngine, _ wanted: WantedSchema, version: UInt64, for holder: WriteHolder = WriteHolder(),
    with code: (any MigrationCode)? = nil
  ) throws -> [TableDefinition?] {
    if let found = try find(engine)?.0.definitions(of: wanted, version: version) { return found }
    try engine.lockForWriting(for: holder)
    let migration: CatalogMigration
    do {
      if try engine.snapshot().version != engine.newestVersion { try engine.recoverNewestVersion() }
      let before = try read(engine) ?? Catalog(schema: SchemaModel(name: "stored", version: version, entities: []), tables: [])
      migration = try CatalogMigration(engine, from: before, to: wanted, version: version, for: holder, with: code)
    } catch {
      engine.unlockForWriting()
      throw error
    }
    return try migration.run().definitions(of: wanted)
  }
}
