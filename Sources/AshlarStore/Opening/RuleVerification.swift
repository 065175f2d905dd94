import AshlarSchema

/// Compares the rows of a file with its rules about values and its unique rules. Every commit enforces these rules, so rows that break one
/// show that the file is damaged or was written by another program.
package enum RuleVerification {
  /// Returns a clause for each rule that rows break, with the first two rows and the number of further rows. The file is opened for reading
  /// only; other processes may write to it as `EnvironmentRegistry.openToRead` describes. Unique values are compared in the rows, not in
  /// the index, which contains only the beginning of a long text.
  ///
  /// Complexity: O(rows) of the tables with rules about values, and O(rows log rows) for each unique rule.
  package static func faults(_ path: String, key: EncryptionKey? = nil) throws(StoreError) -> [String] {
    let engine = try EnvironmentRegistry.openToRead(path: path, key: key)
    do {
      return try faults(engine)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .failed(path: path, operation: "verify", code: 0, message: "\(error)")
    }
  }

  private static func faults(_ engine: any StorageEngine) throws -> [String] {
    guard let catalog = try Catalog.read(engine) else { return [] }
    let names = catalog.tables.map(\.name)
    let wanted = WantedSchema(SchemaModel(name: "stored", version: catalog.schema.version, entities: []), ordinals: [:]) { name in
      names.firstIndex(of: name) ?? names.count
    }
    let rows = try ForecastRows(engine, catalog.definitions(of: wanted))
    // Another process may have changed the tables since the catalog was read.
    try rows.session.checkTables()
    var faults: [String] = []
    for case let table? in rows.session.tables {
      if table.checkMask != 0 {
        for fault in try RuleScan(table, rows.session).faults(table.rules.checks) { faults.append(text(fault.violation, fault.more)) }
      }
      for index in table.indexes {
        for rule in index.unique {
          do {
            try IndexBuild.check(table, index.judging(rule), rows.session, path: engine.path)
          } catch CatalogError.ruleBroken(_, let violation, let more) {
            faults.append(text(violation, more))
          }
        }
      }
    }
    return faults
  }

  private static func text(_ violation: StoredViolation, _ more: Int) -> String {
    "\(violation)\(more == 0 ? "" : more == 1 ? ", and 1 more row breaks it" : ", and \(more) more rows break it")"
  }
}
