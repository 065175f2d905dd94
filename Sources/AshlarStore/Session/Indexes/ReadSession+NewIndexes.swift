import AshlarSchema

extension ReadSession {
  /// Takes up indexes that others have added since the catalog was read. Throws `CatalogError.changedElsewhere` when they have changed a
  /// table: this session can neither read what they wrote nor write what they would understand.
  func refreshIndexes() throws {
    let bytes = try shared.snapshot.named(.meta, "revision")
    let revision = bytes.map { $0.count == 8 ? $0.loadUnaligned(as: UInt64.self) : 0 } ?? 0
    mayHaveNewIndexes = false
    guard revision != catalogRevision else { return }
    guard let catalog = try Catalog.read(engine) else { return }
    for case let table? in tables {
      guard catalog.tables.first(where: { $0.id == table.id })?.layout.number == table.layoutNumber else {
        mayHaveNewIndexes = true
        throw CatalogError.changedElsewhere(path: engine.path, version: catalog.schema.version)
      }
    }
    catalogRevision = revision
    for case let table? in tables { table.indexedColumns = catalog.indexedColumns(of: table) }
  }
}
