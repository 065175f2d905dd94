import AshlarSchema

/// The rows of a file under certain definitions, for `MigrationForecast`.
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

  /// Why the integers of a column do not get fewer bytes; nil when all fit.
  func narrowing(
    of property: String, to type: StoredType, _ table: TableDefinition, before evolution: Catalog.Evolution, path: String
  ) throws -> String? {
    guard let new = evolution.catalog.tables.first(where: { $0.id == table.id }), let number = new.number(of: property),
      let column = table.columnIds.firstIndex(of: number)
    else { return nil }
    do {
      try NarrowedColumn.check(table, column, width: ColumnLayout.width(of: type.type), name: property, session, path: path)
      return nil
    } catch let error as CatalogError {
      return error.description
    }
  }

  /// How many rows no other row leads to, and how many links beyond the first lead to one.
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
