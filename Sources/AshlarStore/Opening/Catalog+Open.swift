import AshlarSchema

extension Catalog {
  /// Compares the file with `model`, adds tables that it lacks, and raises its version.
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
    defer { engine.unlockForWriting() }
    if try engine.snapshot().version != engine.newestVersion { try engine.recoverNewestVersion() }
    let before = try read(engine)
    let updated = try (before ?? Catalog(schema: SchemaModel(name: "stored", version: version, entities: []), tables: []))
      .updated(with: wanted.stored, version: version, path: engine.path)
    try engine.commit(sync: true) { writer in
      try updated.write(to: writer)
      try updated.buildIndexes(missingIn: before, engine, writer)
    }
    return updated.definitions(of: wanted)
  }
}
