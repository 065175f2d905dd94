import AshlarSchema

// Handles changes that other processes make to the file's tables while this session is open.
extension ReadSession {
  /// Returns whether this session can read a version and write the next one. It cannot if a migration has changed its tables since it was
  /// opened, if a table was added whose links it would not maintain, or if a feature was added that this process must support but does not.
  /// If it can, it adopts the indexes and rules of that version. The snapshot, whose entries must not have been read, moves to a later
  /// version if another process has created a tree of a feature.
  func understands(_ snapshot: any StorageSnapshot) throws -> Bool {
    while true {
      let revision = try Catalog.revision(of: snapshot)
      if revision == catalogRevision { return true }
      if revision == outdating?.revision { return false }
      let catalog: Catalog
      do {
        guard let found = try Catalog.find(snapshot, engine) else { return true }
        catalog = found.0.catalog
      } catch StoreError.unknownFeatures(let path, let names) {
        return outdate(revision, .featuresElsewhere(path: path, names: names))
      }
      if let reason = conflict(with: catalog) { return outdate(revision, reason) }
      if try engine.openTrees(of: catalog.features, for: snapshot) {
        try snapshot.renew()
        continue
      }
      catalogRevision = revision
      for case let table? in tables { catalog.settle(table) }
      deleteRules = DeleteRules.of(tables)
      return true
    }
  }

  private func outdate(_ revision: UInt64, _ reason: CatalogError) -> Bool {
    outdating = (revision, reason)
    if !isReleased { shared.snapshot.setHolder(SnapshotHolder(.outdated, place: holder.place)) }
    StoreLog.write(.warning, "\(reason)")
    return false
  }

  /// Throws the reason if this session cannot move to a version; see `understands`.
  func requireUnderstanding(of snapshot: any StorageSnapshot) throws {
    if try understands(snapshot) { return }
    guard let outdating else { preconditionFailure("a session that cannot go on has a reason") }
    throw outdating.reason
  }

  /// Compares the tables with the version read, unless they have been compared before. Throws the reason if this session has found an
  /// incompatible change; see `understands`.
  public func checkTables() throws {
    if outdating == nil, catalogRevision == nil { _ = try understands(shared.snapshot) }
    if let outdating { throw outdating.reason }
  }

  // Returns the reason why this session cannot use a catalog; nil if it can.
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
    // A file of format 7 that no later release has changed does not contain a revision.
    try snapshot.named(.meta, "revision").map { $0.count == 8 ? $0.loadUnaligned(as: UInt64.self) : 0 } ?? 0
  }

  /// Returns whether a table has not changed since `definition` was created, except for names, indexes and rules.
  fileprivate func has(_ definition: TableDefinition) -> Bool {
    guard let table = tables.first(where: { $0.id == definition.id }), table.layout.number == definition.layoutNumber,
      let entity = schema.entity(named: table.name), entity.kind == definition.entity.kind
    else { return false }
    // All parts of a compound key are compared, and their order, which determines the hash.
    let key = entity.keyColumns.map { table.number(of: entity.properties[$0].storedName) }
    return key == definition.keyColumns.map { Optional(definition.columnIds[$0]) }
  }
}
