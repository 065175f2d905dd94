import AshlarSchema

extension Catalog {
  /// Opens a file for a migration hop; see `open(_:_:version:for:with:)`.
  public static func open(_ engine: any StorageEngine, _ hop: MigrationHop, for holder: WriteHolder) throws -> [TableDefinition?] {
    try open(engine, hop.wanted, version: hop.version, for: holder, with: hop.code)
  }

  /// Compares the file with the wanted types, migrates it if necessary, and sets its schema version.
  ///
  /// Throws `CatalogError` if the file cannot be migrated; the file is then unchanged.
  /// - Parameters:
  ///   - version: The version of the wanted schema.
  ///   - holder: The holder of the write lock during the migration.
  ///   - code: Migrates rows that the catalog alone cannot migrate. If nil, a file that needs migration code is rejected.
  /// - Returns: The table definitions by ordinal; nil for ordinals of types that neither `wanted` nor the file contains.
  public static func open(
    _ engine: any StorageEngine, _ wanted: WantedSchema, version: UInt64, for holder: WriteHolder = WriteHolder(),
    with code: (any MigrationCode)? = nil
  ) throws -> [TableDefinition?] {
    if let found = try find(engine)?.0.definitions(of: wanted, version: version) { return found }
    try engine.lockForWriting(for: holder)
    let migration: CatalogMigration
    do {
      if try engine.snapshot().version != engine.newestVersion { try engine.recoverNewestVersion() }
      let before =
        try read(engine)
        ?? Catalog(schema: SchemaModel(name: "stored", version: version, entities: []), tables: [], features: engine.formFeatures)
      migration = try CatalogMigration(engine, from: before, to: wanted, version: version, for: holder, with: code)
    } catch {
      engine.unlockForWriting()
      throw error
    }
    return try migration.run().definitions(of: wanted)
  }
}
