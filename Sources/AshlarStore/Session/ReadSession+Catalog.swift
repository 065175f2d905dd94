import AshlarSchema

// What another process makes of the file's tables while this session is open.
extension ReadSession {
  /// Whether this session can read a version, and write the next: not when a migration has changed its tables since it was opened, nor when
  /// a table was added whose links it would not keep up. Takes up indexes that were added.
  func understands(_ snapshot: any StorageSnapshot) throws -> Bool {
    let revision = try Catalog.revision(of: snapshot)
    if revision == catalogRevision { return true }
    if revision == outdating?.revision { return false }
    guard let catalog = try Catalog.find(snapshot, engine.path)?.0.catalog else { return true }
    if let reason = conflict(with: catalog) {
      outdating = (revision, reason)
      if !isReleased { shared.snapshot.setHolder(SnapshotHolder(.outdated, place: holder.place)) }
      StoreLog.write(.warning, "\(reason)")
      return false
    }
    catalogRevision = revision
    for case let table? in tables { table.indexes = catalog.indexes(of: table) }
    return true
  }

  /// Throws the reason when this session cannot go on at a version; see `understands`.
  func requireUnderstanding(of snapshot: any StorageSnapshot) throws {
    if try understands(snapshot) { return }
    guard let outdating else { preconditionFailure("a session that cannot go on has a reason") }
    throw outdating.reason
  }

  /// Throws the reason when the newest version cannot be read, or was changed between the reading of the catalog and the opening of this
  /// session.
  public func checkTables() throws {
    if outdating == nil, catalogRevision == nil { _ = try understands(shared.snapshot) }
    if let outdating { throw outdating.reason }
  }

  // Why this session cannot go on under a catalog; nil when it can.
  private func conflict(with catalog: Catalog) -> CatalogError? {
    guard tables.allSatisfy({ $0.map(catalog.has) ?? true }) else {
      return .changedElsewhere(path: engine.path, version: catalog.schema.version)
    }
    let known = Set(catalog.tables.filter { tablesById[$0.id] != nil }.map(\.name))
    for table in catalog.tables where !known.contains(table.name) {
      let link = catalog.schema.entity(named: table.name)?.columns.first { property in
        property.type == .any || property.type == .object && property.target.map(known.contains) == true
      }
      if let link { return .linkedElsewhere(path: engine.path, type: table.name, property: link.storedName, target: link.target) }
    }
    return nil
  }
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
