package import AshlarSchema

/// Migrates files to a schema that is passed as a model, for tools without the program that declares its types.
package enum MigrationPreparation {
  /// Returns a report of the changes that opening a file with the schema would make. The file is opened for reading only; other processes
  /// may write to it as `EnvironmentRegistry.openToRead` describes.
  package static func forecast(
    _ path: String, key: EncryptionKey? = nil, _ model: SchemaModel, _ history: SchemaHistory
  ) throws(StoreError) -> MigrationForecast {
    let engine = try EnvironmentRegistry.openToRead(path: path, key: key)
    return try told(path) {
      let file = try Catalog.schema(of: engine)
      let steps = history.steps(to: model).filter { $0.to > file?.version ?? model.version }
      var forecast = try MigrationForecast(
        engine, path: path, to: try wanted(model, history, file), version: model.version, reach: .everything,
        steps: steps.map { ($0.from, $0.to, $0.oldType) })
      if let type = model.entities.first(where: { $0.kind == .asymmetric && file?.entity(named: $0.storedName) != nil }) {
        forecast.failure = forecast.failure ?? CatalogError.becameAsymmetric(path: path, type: type.storedName).description
      }
      return forecast
    }
  }

  /// Writes a migrated copy of one version of a file to `target`. The copy of an encrypted file has the same key. The file is only read;
  /// other processes may write to it as `EnvironmentRegistry.openToRead` describes. If this throws, no file is left at `target`.
  package static func migrate(_ path: String, key: EncryptionKey? = nil, to target: String, _ hop: MigrationHop) throws {
    let source = try EnvironmentRegistry.openToRead(path: path, key: key)
    guard try Catalog.read(source) != nil else { throw StoreError.notADatabase(path: path, reason: .noSchema) }
    try CopiedMigration([hop], for: WriteHolder(), key: key, memory: .max) { _, _ in }.write(source, to: target)
  }

  private static func wanted(_ model: SchemaModel, _ history: SchemaHistory, _ file: SchemaModel?) throws -> WantedSchema {
    var model = model
    model.entities.removeAll { $0.kind == .asymmetric }
    var ordinals: [String: Int] = [:]
    for (ordinal, entity) in model.entities.enumerated() { ordinals[entity.name] = ordinal }
    let unlisted = Guarded<[String: Int]>([:])
    let count = model.entities.count
    let wanted = WantedSchema(model, ordinals: ordinals) { name in
      unlisted.withLock { known in
        let ordinal = known[name] ?? count + known.count
        known[name] = ordinal
        return ordinal
      }
    }
    guard let file else { return wanted }
    let between = history.releases.map(\.model).filter { $0.version > file.version && $0.version < model.version }
    return wanted.skipping(between, for: file) ?? wanted
  }

  // Rethrows any error other than a `StoreError` as a `StoreError` that names the file.
  private static func told<Result>(_ path: String, _ body: () throws -> Result) throws(StoreError) -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw error
    } catch {
      throw .failed(path: path, operation: "migrate", code: 0, message: "\(error)")
    }
  }
}
