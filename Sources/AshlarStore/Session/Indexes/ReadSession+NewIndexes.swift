import AshlarSchema

extension ReadSession {
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
