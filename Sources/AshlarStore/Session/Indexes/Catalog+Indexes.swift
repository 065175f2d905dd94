import AshlarSchema

extension Catalog {
  /// Builds the indexes that this catalog has and `before` has not from the rows there are.
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
        try IndexBuild.build(definition, column, snapshot, nextKey: counter.nextKey, to: writer, &counters.sums, path: engine.path)
      }
    }
    if counters.sums != sums { try counters.write(to: writer) }
  }
}
