import AshlarSchema

// The end of a migration: the changes of the catalog, after migration code has run.
extension CatalogMigration {
  var finishedCatalog: Catalog {
    var catalog = evolution.catalog
    if removedTables.isEmpty { return catalog }
    let names = Set(catalog.tables.filter { removedTables.contains($0.id) }.map(\.name))
    catalog.tables.removeAll { removedTables.contains($0.id) }
    catalog.schema = SchemaModel(
      name: catalog.schema.name, version: catalog.schema.version, entities: catalog.schema.entities.filter { !names.contains($0.name) })
    if catalog.format == FormatVersion.oldestFile, !catalog.fitsOldestFormat { catalog.format = FormatVersion.file }
    return catalog
  }

  func commit() throws {
    guard let sides, sides.after.isWriting else { preconditionFailure("code must not end the write, nor go on when it was ended") }
    try sides.after.values.gathering {
      try sides.before.values.gathering { try deleteOwned(sides) }
    }
    try checkRules(sides)
    try checkReaders(finishedCatalog)
    if finishedCatalog.trees(after: before).isEmpty {
      try sides.after.commitWrite(.full) { writer, counters in try write(sides, writer, &counters) }
    } else {
      try engine.creatingTrees { try sides.after.commitWrite(.full) { writer, counters in try write(sides, writer, &counters) } }
    }
  }

  // Migration code has run, so the rows have their final values. The open write contains all changed rows, unless pieces of a copy were
  // committed: those may have changed any row, so all rows are checked.
  private func checkRules(_ sides: Sides) throws {
    guard let transaction = sides.after.transaction else { return }
    for case let table? in sides.finished where table.checkMask != 0 && !removedTables.contains(table.id) {
      let scan = RuleScan(table, sides.after)
      let (new, kept) = evolution.catalog.newChecks(of: table, after: before)
      try scan.check(hasCommittedPieces ? table.rules.checks : new, path: path)
      if !hasCommittedPieces { try scan.checkChanged(kept, in: transaction, path: path) }
    }
  }

  // Deletes embedded objects whose owning property is removed.
  private func deleteOwned(_ sides: Sides) throws {
    var owned: [Int: [Int64]] = [:]
    for change in evolution.changes {
      guard let table = sides.before.tablesById[change.table] else { continue }
      for removed in change.removed {
        guard let column = table.columnIds.firstIndex(of: removed.number),
          let link = table.links.first(where: { $0.column == column && $0.isEmbedded }),
          let target = sides.before.table(link.target).flatMap({ sides.after.tablesById[$0.id] })
        else { continue }
        try sides.before.forEachRow(table.ordinal) { _, row in
          owned[target.ordinal, default: []] += sides.before.targets(link, row.base, row.columns, row.slot)
        }
      }
    }
    try sides.after.deleteInMigration(owned)
  }

  private func write(_ sides: Sides, _ writer: any StorageWriter, _ counters: inout Counters) throws {
    let catalog = finishedCatalog
    try catalog.write(to: writer)
    for space in catalog.trees(after: before) {
      try writer.createTree(space)
      counters.addTree(space)
    }
    let snapshot = sides.before.shared.snapshot
    for change in evolution.changes {
      for column in change.outdatedIndexes + change.judgedIndexes + change.removedTuples {
        try ColumnIndexes.remove(.postings, table: change.table, column: column, snapshot, writer, &counters.sums)
      }
      for column in change.removed where column.property.type == .object || column.property.type == .any {
        try ColumnIndexes.remove(.backlinks, table: change.table, column: column.number, snapshot, writer, &counters.sums)
      }
      guard let table = sides.finished.lazy.compactMap({ $0 }).first(where: { $0.id == change.table }) else { continue }
      var built = change.newIndexes.compactMap { name -> IndexDefinition? in
        guard let column = table.entity.columns.firstIndex(where: { $0.storedName == name }) else { return nil }
        return table.indexes.first { $0.column == column } ?? IndexDefinition(of: column, table)
      }
      built += table.indexes.filter { change.newTuples.contains($0.number) }
      for index in built {
        let conflicts = index.isUnique ? UniqueConflicts(sides.after, limit: 1) : nil
        try IndexBuild.build(table, index, sides.after, to: writer, &counters.sums, conflicts) {
          try self.report(.index, table, sides, $0)
        }
        try conflicts?.checkMigration(path: path)
        try report(.index, table, sides, sides.after.count(table.ordinal))
      }
    }
    try checkUnique(sides)
    try writeKeys(sides, writer, &counters)
  }

  // The new side's session maintains existing indexes but checks no unique rules. Therefore, the tables that migration code has changed are
  // checked here, once, in their final form.
  private func checkUnique(_ sides: Sides) throws {
    noteChangedTables()
    for case let table? in sides.finished where changedTables.contains(table.id) {
      let change = evolution.changes.first { $0.table == table.id }
      for index in table.indexes where index.isUnique {
        if change?.builds(index, of: table) == true { continue }
        try IndexBuild.check(table, index, sides.after, path: path) { try self.report(.index, table, sides, $0) }
      }
    }
  }

  /// Adds to `changedTables` the tables with rows that the open write has changed.
  func noteChangedTables() {
    for overlay in sides?.after.transaction?.overlays ?? [] { changedTables.insert(overlay.table.id) }
  }

  // The new side's session does not maintain the key index, so its entries are written here.
  private func writeKeys(_ sides: Sides, _ writer: any StorageWriter, _ counters: inout Counters) throws {
    try writeTouchedKeys(sides, writer, &counters)
    for case let table? in sides.finished where table.hasKey || rebuiltTables.contains(table.id) {
      let keys = KeyRebuild(table, sides.after, path: path) { try self.report(.keys, table, sides, $0) }
      guard rebuiltTables.contains(table.id) || tablesWithNewKeys.contains(table.id) else { continue }
      if rebuiltTables.contains(table.id) {
        try keys.run(replacing: sides.before.tablesById[table.id].map { (sides.before, $0) }, writer, &counters.sums)
      } else {
        try keys.check()
      }
      try report(.keys, table, sides, sides.after.count(table.ordinal))
    }
  }

  private func report(_ work: MigrationWork, _ table: TableDefinition, _ sides: Sides, _ rows: Int) throws {
    try code.report(work, table.ordinal, rows, of: sides.after.count(table.ordinal))
  }

  // The tables whose key index is rebuilt at the end.
  private var rebuiltTables: Set<UInt32> { Set(evolution.changes.filter(\.hasNewKey).map(\.table)) }

  func writeTouchedKeys(_ sides: Sides, _ writer: any StorageWriter, _ counters: inout Counters) throws {
    let rebuilt = rebuiltTables
    for case let table? in sides.finished where !rebuilt.contains(table.id) {
      if try TouchedKeys(table, sides.after).write(to: writer, &counters.sums) { tablesWithNewKeys.insert(table.id) }
    }
  }
}
