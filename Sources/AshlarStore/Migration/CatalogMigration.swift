import AshlarSchema

/// Brings a file under another schema in one commit, as far as that needs no code: the rows stay where they are, and are read in the
/// layouts they were written in.
struct CatalogMigration {
  private let engine: any StorageEngine
  private let before: Catalog
  private let after: Catalog
  private let changes: [TableChange]

  init(_ engine: any StorageEngine, from before: Catalog, _ evolution: Catalog.Evolution) {
    self.engine = engine
    self.before = before
    after = evolution.catalog
    changes = evolution.changes
  }

  /// To be called with the right to write, which is given back, also when this throws. The file's data is then what it was.
  func run() throws {
    let new: StoredView
    let old: StoredView
    do {
      if changes.contains(where: { !$0.isInCatalog }) { try checkOthers() }
      try foldPatches()
      old = try StoredView(engine, before)
      new = try StoredView(engine, after, changing: changes)
      try checkNarrowed(old)
    } catch {
      engine.unlockForWriting()
      throw error
    }
    try new.session.beginWrite(hasLock: true)
    do {
      try new.session.values.gathering {
        try old.session.values.gathering {
          try deleteOwned(old, new)
        }
      }
      try new.session.commitWrite(.full) { writer, counters in try write(old, new, writer, &counters) }
    } catch {
      if new.session.isWriting { new.session.cancelWrite() }
      throw error
    }
  }

  // Sessions know the layouts that there were when they began.
  private func checkOthers() throws {
    let users = try engine.pinnedVersions().filter { $0.holder?.kind != .store }
    guard let user = users.first else { return }
    throw CatalogError.inUse(path: engine.path, by: user)
  }

  private func foldPatches() throws {
    let tables = StoredView.tables(before)
    let changed = changes.filter(\.hasNewLayout).compactMap { change in tables.lazy.compactMap { $0 }.first { $0.id == change.table } }
    if !changed.isEmpty { try PatchFolding(engine, changed).run() }
  }

  private func checkNarrowed(_ old: StoredView) throws {
    for change in changes {
      guard !change.narrowed.isEmpty, let table = old.table(change.table), let new = after.tables.first(where: { $0.id == change.table })
      else { continue }
      for name in change.narrowed {
        guard let number = new.number(of: name), let column = table.columnIds.firstIndex(of: number),
          let width = new.layout.columns.first(where: { $0.number == number })?.layout.width
        else { continue }
        try NarrowedColumn.check(table, column, width: width, name: name, old.session, path: engine.path)
      }
    }
  }

  // Embedded objects go with the property that owned them.
  private func deleteOwned(_ old: StoredView, _ new: StoredView) throws {
    for change in changes {
      guard let table = old.table(change.table) else { continue }
      for removed in change.removed {
        guard let column = table.columnIds.firstIndex(of: removed.number),
          let link = table.links.first(where: { $0.column == column && $0.isEmbedded }),
          let target = old.session.table(link.target).flatMap({ new.table($0.id) })
        else { continue }
        try old.session.forEachRow(table.ordinal) { _, row in
          for child in old.session.targets(link, row.base, row.columns, row.slot) { try new.session.delete(target.ordinal, child) }
        }
      }
    }
  }

  private func write(_ old: StoredView, _ new: StoredView, _ writer: any StorageWriter, _ counters: inout Counters) throws {
    try after.write(to: writer)
    let snapshot = old.session.shared.snapshot
    let definitions = StoredView.tables(after)
    for change in changes {
      for column in change.outdatedIndexes {
        try ColumnIndexes.remove(.postings, table: change.table, column: column, snapshot, writer, &counters.sums)
      }
      for column in change.removed where column.property.type == .object || column.property.type == .any {
        try ColumnIndexes.remove(.backlinks, table: change.table, column: column.number, snapshot, writer, &counters.sums)
      }
      guard let table = new.table(change.table) else { continue }
      for name in change.newIndexes {
        guard let column = table.entity.columns.firstIndex(where: { $0.name == name }) else { continue }
        try IndexBuild.build(table, column, new.session, to: writer, &counters.sums)
      }
      if change.hasNewKey, let keyed = definitions.lazy.compactMap({ $0 }).first(where: { $0.id == change.table }) {
        try KeyRebuild(keyed, new.session, path: engine.path)
          .run(replacing: old.table(change.table).map { (old.session, $0) }, writer, &counters.sums)
      }
    }
  }
}
