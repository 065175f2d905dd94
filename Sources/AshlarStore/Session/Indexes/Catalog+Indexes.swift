import AshlarSchema

// Indexes belong to the file: one that any schema asked for is kept up by all who write, and is built from the rows there
// are when it is new.
extension Catalog {
  /// Stored names of columns that `wanted` indexes and `stored` does not. The primary key has an index of its own kind.
  static func newIndexes(_ wanted: EntityModel, _ stored: EntityModel) -> [String] {
    wanted.columns.filter { column in
      column.isIndexed && !column.isPrimaryKey && stored.columns.contains { $0.name == column.name && !$0.isIndexed }
    }.map(\.name)
  }

  /// The ordinals of a table's indexed columns.
  func indexedColumns(of table: TableDefinition) -> [Int] {
    guard let stored = schema.entity(named: table.entity.storedName) else { return [] }
    return table.entity.columns.indices.filter { ordinal in
      stored.columns.contains { $0.name == table.entity.properties[ordinal].storedName && $0.isIndexed && !$0.isPrimaryKey }
    }
  }

  func buildIndexes(missingIn before: Catalog?, _ engine: any StorageEngine, _ writer: any StorageWriter) throws {
    guard let before else { return }
    let snapshot = try engine.snapshot()
    var counters = try Counters.read(snapshot, path: engine.path)
    let sums = counters.sums
    for stored in before.schema.entities {
      guard let entity = schema.entity(named: stored.name), let table = tables.first(where: { $0.name == stored.name }) else { continue }
      for name in Catalog.newIndexes(entity, stored) {
        guard let column = entity.columns.firstIndex(where: { $0.name == name }), let counter = counters.entry(table.id) else { continue }
        let ids = entity.columns.map { UInt16(table.columns.firstIndex(of: $0.name) ?? 0) }
        let definition = TableDefinition(entity: entity, schema: schema, ordinal: 0, id: table.id, columnIds: ids)
        try StoreSession.buildIndex(definition, column, snapshot, nextKey: counter.nextKey, to: writer, &counters.sums, path: engine.path)
      }
    }
    if counters.sums != sums { try counters.write(to: writer) }
  }
}

extension StoreSession {
  /// Takes up indexes that others have added since the catalog was read.
  func refreshIndexes() throws {
    let bytes = try shared.snapshot.named(.meta, "revision")
    let revision = bytes.map { $0.count == 8 ? $0.loadUnaligned(as: UInt64.self) : 0 } ?? 0
    mayHaveNewIndexes = false
    guard revision != catalogRevision else { return }
    catalogRevision = revision
    guard let catalog = try Catalog.read(engine) else { return }
    for case let table? in tables { table.indexedColumns = catalog.indexedColumns(of: table) }
  }
}
