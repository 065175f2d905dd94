import AshlarSchema

/// The rows of a file under given table definitions, for `MigrationForecast` and `RuleVerification`.
final class ForecastRows {
  let session: StoreSession
  private let context: UnsafeMutablePointer<AccessContext>

  init(_ engine: any StorageEngine, _ tables: [TableDefinition?]) throws {
    context = .allocate(capacity: 1)
    context.initialize(to: AccessContext(kind: .live, generation: 1, writeGeneration: 0))
    do {
      session = try StoreSession(engine: engine, tables: tables, context: context, place: "a forecast")
    } catch {
      context.deallocate()
      throw error
    }
  }

  deinit {
    session.release()
    context.deallocate()
  }

  /// Returns the reason why the integers of a column cannot be narrowed; nil if all fit.
  func narrowing(
    of property: String, _ change: TableChange, _ table: TableDefinition, before evolution: Catalog.Evolution, path: String
  ) throws -> String? {
    guard let new = evolution.catalog.tables.first(where: { $0.id == table.id }) else { return nil }
    do {
      try NarrowedColumn.check(property, change, table, new, session, path: path)
      return nil
    } catch let error as CatalogError {
      return error.description
    }
  }

  /// Returns the reason why the rows of a table cannot become embedded, which is an `AnyRealmValue` that links to one of them; nil if there
  /// is no such link.
  func embedding(of table: TableDefinition, path: String) throws -> String? {
    for key in try session.liveKeys(table.ordinal) {
      if let link = try session.anyLink(to: key, of: table) { return session.embeddedInValue(table, link, path: path).description }
    }
    return nil
  }

  /// Returns the reason why the keys of a table are rejected; nil if they are unique.
  func duplicates(_ settled: TableDefinition, path: String) throws -> String? {
    do {
      try KeyRebuild(settled, session, path: path).check()
      return nil
    } catch let error as CatalogError {
      return error.description
    }
  }

  /// Returns the reason why the values of a unique index are rejected, which is a value that several rows have; nil if there is no such
  /// value.
  /// - Parameter settled: The definition with the rule.
  func conflict(_ settled: TableDefinition, _ index: IndexDefinition, path: String) throws -> String? {
    do {
      try IndexBuild.check(settled, index, session, path: path)
      return nil
    } catch let error as CatalogError {
      return error.description
    }
  }

  /// Returns the number of rows without incoming links, and the total number of incoming links beyond the first of each row.
  func owners(of table: TableDefinition) throws -> (orphans: Int, further: Int) {
    var orphans = 0
    var further = 0
    for key in try session.liveKeys(table.ordinal) {
      let count = try table.backlinks.reduce(0) { sum, link in
        sum + (try session.sources(link, of: key).reduce(0) { $0 + $1.count })
      }
      if count == 0 { orphans += 1 } else { further += count - 1 }
    }
    return (orphans, further)
  }
}
