import AshlarSchema

// What another process makes of the file's tables while this session is open.
extension ReadSession {
  /// Whether this session can read a version, and write the next: not when a migration has changed its tables since it was opened. Takes
  /// up indexes that were added.
  func understands(_ snapshot: any StorageSnapshot) throws -> Bool {
    let revision = try Catalog.revision(of: snapshot)
    if revision == catalogRevision { return true }
    if revision == outdating?.revision { return false }
    guard let catalog = try Catalog.find(snapshot, engine.path)?.0.catalog else { return true }
    guard tables.allSatisfy({ $0.map(catalog.has) ?? true }) else {
      outdating = (revision, catalog.schema.version)
      if !isReleased { shared.snapshot.setHolder(SnapshotHolder(.outdated, place: holder.place)) }
      StoreLog.write(.warning, "\(outdated)")
      return false
    }
    catalogRevision = revision
    for case let table? in tables { table.indexedColumns = catalog.indexedColumns(of: table) }
    return true
  }

  /// Throws `CatalogError.changedElsewhere` when the newest version cannot be read, or was changed between the reading of the catalog and
  /// the opening of this session.
  public func checkTables() throws {
    if outdating == nil, catalogRevision == nil { _ = try understands(shared.snapshot) }
    if outdating != nil { throw outdated }
  }

  var outdated: CatalogError { .changedElsewhere(path: engine.path, version: outdating?.schemaVersion ?? 0) }
}

extension Catalog {
  static func revision(of snapshot: any StorageSnapshot) throws -> UInt64 {
    // Files of format 7 that no newer store has changed have none.
    try snapshot.named(.meta, "revision").map { $0.count == 8 ? $0.loadUnaligned(as: UInt64.self) : 0 } ?? 0
  }

  /// Whether a table is as it was when it was defined, but for names and indexes.
  fileprivate func has(_ definition: TableDefinition) -> Bool {
    guard let table = tables.first(where: { $0.id == definition.id }), table.layout.number == definition.layoutNumber,
      let entity = schema.entity(named: table.name), entity.kind == definition.entity.kind
    else { return false }
    let key = entity.primaryKey.flatMap { table.number(of: entity.properties[$0].storedName) }
    return key == definition.layout.primaryKey.map { definition.columnIds[$0] }
  }
}
