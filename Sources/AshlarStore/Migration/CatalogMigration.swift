import AshlarSchema

/// Brings a file under another schema in one commit. Rows stay where they are, and are read in the layouts they were written in; code,
/// where there is any, changes those that it must.
///
/// Invariant: between `begin` and the end of `run` the session of the new side has an open write, unless beginning again failed.
public final class CatalogMigration {
  /// A file that is migrated on a copy.
  struct CopySource {
    let engine: any StorageEngine
    let catalog: Catalog
    /// How many clusters are changed before they are committed.
    let clustersPerPiece: Int
  }

  private struct Sides {
    let before: StoreSession
    let after: StoreSession
    /// Definitions of the new side with everything that it is to have at the end.
    let finished: [TableDefinition?]
  }

  private let engine: any StorageEngine
  // The file as it was, where `engine` is a copy of it: it can be written to in pieces, as nobody sees it before it is whole.
  private let source: CopySource?
  private let wanted: WantedSchema
  private let version: UInt64
  private let holder: WriteHolder
  private let code: any MigrationCode
  private let before: Catalog
  // In stored form, with the names that code has given.
  private var target: SchemaModel
  private var evolution: Catalog.Evolution
  private var sides: Sides?
  // Of tables whose types only the file has.
  private var removedTables: Set<UInt32> = []
  // Whether a piece is committed, and tables to which keys were added in one.
  private var hasCommittedPieces = false
  private var tablesWithNewKeys: Set<UInt32> = []

  /// Throws `CatalogError` when the schemas do not go together.
  /// - Parameters:
  ///   - source: what `engine` is a copy of.
  ///   - code: nil where nothing but the catalog may say what becomes of the rows.
  init(
    _ engine: any StorageEngine, copyOf source: CopySource? = nil, from before: Catalog,
    to wanted: WantedSchema, version: UInt64, for holder: WriteHolder, with code: (any MigrationCode)?
  ) throws(CatalogError) {
    self.engine = engine
    self.source = source
    self.wanted = wanted
    self.version = version
    self.holder = holder
    let code = code ?? NoCode()
    self.code = code
    self.before = before
    target = wanted.stored
    evolution = try before.evolved(
      to: target, filling: wanted.model, version: version, reach: code.reach, path: source?.engine.path ?? engine.path)
  }

  /// To be called with the right to write, which is given back, also when this throws. The file's data is then what it was.
  /// - Returns: the file's catalog from now on.
  func run() throws -> Catalog {
    try begin()
    do {
      if runsCode { try code.run(self) }
      try commit()
    } catch {
      if let after = sides?.after, after.isWriting { after.cancelWrite() }
      throw error
    }
    return finishedCatalog
  }

  // Of the file, for messages.
  private var path: String { source?.engine.path ?? engine.path }

  /// Whether there is more to do than the catalog alone can say.
  var runsCode: Bool {
    if before.tables.isEmpty { return false }
    return code.reach == .everything && before.schema.version < version
      || evolution.changes.contains { !$0.rewritten.isEmpty || $0.becomesEmbedded }
  }

  // Stored names.
  private var becomingEmbedded: Set<String> { Set(evolution.changes.filter(\.becomesEmbedded).map(\.type)) }

  // MARK: - Beginning

  private func begin() throws {
    let made: Sides
    do {
      if runsCode || evolution.changes.contains(where: { !$0.isInCatalog }) { try checkOthers() }
      try foldPatches()
      let (before, after) = try code.sessions(
        before: MigrationSide(
          engine: source?.engine ?? engine, tables: (source?.catalog ?? before).definitions(of: wanted.withoutTypes)),
        after: MigrationSide(
          engine: engine,
          tables: evolution.catalog.withoutUnbuilt(evolution.changes).definitions(of: wanted.unsettled(objects: becomingEmbedded))))
      made = Sides(before: before, after: after, finished: evolution.catalog.definitions(of: wanted))
      // The catalog is about to be what they take it for.
      before.mayHaveNewIndexes = false
      after.mayHaveNewIndexes = false
      sides = made
      try checkNarrowed(before)
    } catch {
      engine.unlockForWriting()
      throw error
    }
    try made.after.beginWrite(hasLock: true)
  }

  // Sessions know the layouts that there were when they began.
  private func checkOthers() throws {
    let users = try engine.pinnedVersions().filter { $0.holder?.kind != .store }
    guard let user = users.first else { return }
    throw CatalogError.inUse(path: path, by: user)
  }

  private func foldPatches() throws {
    let changed = Set(evolution.changes.filter(\.hasNewLayout).map(\.table))
    let tables = before.definitions(of: wanted.withoutTypes).compactMap { $0 }.filter { changed.contains($0.id) }
    if !tables.isEmpty { try PatchFolding(engine, tables).run() }
  }

  private func checkNarrowed(_ session: StoreSession) throws {
    for change in evolution.changes {
      guard !change.narrowed.isEmpty, let table = session.tablesById[change.table],
        let new = evolution.catalog.tables.first(where: { $0.id == change.table })
      else { continue }
      for name in change.narrowed {
        guard let number = new.number(of: name), let column = table.columnIds.firstIndex(of: number),
          let width = new.layout.columns.first(where: { $0.number == number })?.layout.width
        else { continue }
        try NarrowedColumn.check(table, column, width: width, name: name, session, path: path)
      }
    }
  }

  // MARK: - What code may ask for

  /// The schema version of the file before.
  public var versionBefore: UInt64 { before.schema.version }

  /// Ordinals of the tables that have rows on both sides, or on one, of a table of the new side: nil where it is new.
  public func ordinalBefore(of ordinal: Int) -> Int? {
    guard let sides, let id = sides.after.table(ordinal)?.id else { return nil }
    return sides.before.tablesById[id]?.ordinal
  }

  /// The ordinal on the new side of a table of the old one.
  public func ordinalAfter(of ordinal: Int) -> Int? {
    guard let sides, let id = sides.before.table(ordinal)?.id, !removedTables.contains(id) else { return nil }
    return sides.after.tablesById[id]?.ordinal
  }

  /// The collections that are to be copied from the old side to the new one: ordinals of their tables and stored names.
  public var rewrittenColumns: [(before: Int, from: String, after: Int, to: String)] {
    guard let sides else { return [] }
    return evolution.changes.flatMap { change in
      guard let before = sides.before.tablesById[change.table], let after = sides.after.tablesById[change.table] else {
        return [] as [(Int, String, Int, String)]
      }
      return change.rewritten.map { (before.ordinal, $0.from, after.ordinal, $0.to) }
    }
  }

  /// Ordinals, on the new side, of the tables whose objects are to be embedded at the end: by then each must have one link to it.
  public var tablesToEmbed: [Int] {
    guard let sides else { return [] }
    return evolution.changes.filter(\.becomesEmbedded).compactMap { sides.after.tablesById[$0.table]?.ordinal }
  }

  /// Whether the open write has changed nothing yet.
  public var hasChangedNothing: Bool {
    guard let transaction = sides?.after.transaction else { return false }
    return transaction.overlays.isEmpty && removedTables.isEmpty && !hasCommittedPieces
  }

  /// Stores what was changed so far, when that is much and the file is a copy. Without this, all of it is one transaction, whose memory
  /// grows with it. To be called between rows: places in the memory of rows are of no use afterwards.
  public func commitPiece() throws {
    guard let source, let sides, let transaction = sides.after.transaction, transaction.overlays.count >= source.clustersPerPiece else {
      return
    }
    try sides.after.commitWrite(.unsynced) { writer, counters in try writeTouchedKeys(sides, writer, &counters) }
    hasCommittedPieces = true
    try sides.after.beginWrite()
  }

  /// Lets a property have the cells of one that the target lacks, as `was` does, and begins again: `sessions` are asked for once more.
  /// To be called while nothing has been changed. Names are stored names. When it throws, no write is open any more.
  public func rename(_ property: String, to name: String, of type: String) throws {
    guard hasChangedNothing, let sides, let entity = target.entities.firstIndex(where: { $0.name == type }),
      let column = target.entities[entity].properties.firstIndex(where: { $0.name == name })
    else { preconditionFailure("a property is renamed that is there, before anything is changed") }
    target.entities[entity].properties[column].was.insert(property, at: 0)
    for session in [sides.before, sides.after] {
      if session.isWriting { session.cancelWrite() }
      session.invalidateAccessors()
      session.release()
    }
    try engine.lockForWriting(for: holder)
    do {
      guard let now = try Catalog.read(engine), now.revision == before.revision else {
        throw CatalogError.changedElsewhere(path: path, version: try Catalog.version(of: engine) ?? 0)
      }
      evolution = try before.evolved(to: target, filling: wanted.model, version: version, reach: code.reach, path: path)
    } catch {
      engine.unlockForWriting()
      throw error
    }
    try begin()
  }

  /// Removes a table with all its rows, whose type the target lacks. Returns the type that links to it, and then removes nothing.
  public func remove(_ ordinal: Int) throws -> String? {
    guard let after = sides?.after, let table = after.table(ordinal) else { return nil }
    let others = after.tables.compactMap { $0 }.filter { $0 !== table && !removedTables.contains($0.id) }
    if let source = others.first(where: { $0.links.contains { $0.target == ordinal } }) { return source.entity.name }
    try after.delete(ordinal, try after.liveKeys(ordinal))
    removedTables.insert(table.id)
    return nil
  }

  // MARK: - The end

  private var finishedCatalog: Catalog {
    var catalog = evolution.catalog
    if removedTables.isEmpty { return catalog }
    let names = Set(catalog.tables.filter { removedTables.contains($0.id) }.map(\.name))
    catalog.tables.removeAll { removedTables.contains($0.id) }
    catalog.schema = SchemaModel(
      name: catalog.schema.name, version: catalog.schema.version, entities: catalog.schema.entities.filter { !names.contains($0.name) })
    if catalog.format == FormatVersion.oldestFile, !catalog.fitsOldestFormat { catalog.format = FormatVersion.file }
    return catalog
  }

  private func commit() throws {
    guard let sides, sides.after.isWriting else { preconditionFailure("code must not end the write, nor go on when it was ended") }
    try sides.after.values.gathering {
      try sides.before.values.gathering { try deleteOwned(sides) }
    }
    try sides.after.commitWrite(.full) { writer, counters in try write(sides, writer, &counters) }
  }

  // Embedded objects go with the property that owned them.
  private func deleteOwned(_ sides: Sides) throws {
    for change in evolution.changes {
      guard let table = sides.before.tablesById[change.table] else { continue }
      for removed in change.removed {
        guard let column = table.columnIds.firstIndex(of: removed.number),
          let link = table.links.first(where: { $0.column == column && $0.isEmbedded }),
          let target = sides.before.table(link.target).flatMap({ sides.after.tablesById[$0.id] })
        else { continue }
        try sides.before.forEachRow(table.ordinal) { _, row in
          for child in sides.before.targets(link, row.base, row.columns, row.slot) { try sides.after.delete(target.ordinal, child) }
        }
      }
    }
  }

  private func write(_ sides: Sides, _ writer: any StorageWriter, _ counters: inout Counters) throws {
    try finishedCatalog.write(to: writer)
    let snapshot = sides.before.shared.snapshot
    for change in evolution.changes {
      for column in change.outdatedIndexes {
        try ColumnIndexes.remove(.postings, table: change.table, column: column, snapshot, writer, &counters.sums)
      }
      for column in change.removed where column.property.type == .object || column.property.type == .any {
        try ColumnIndexes.remove(.backlinks, table: change.table, column: column.number, snapshot, writer, &counters.sums)
      }
      guard let table = sides.finished.lazy.compactMap({ $0 }).first(where: { $0.id == change.table }) else { continue }
      for name in change.newIndexes {
        guard let column = table.entity.columns.firstIndex(where: { $0.storedName == name }) else { continue }
        try IndexBuild.build(table, column, sides.after, to: writer, &counters.sums)
      }
    }
    try writeKeys(sides, writer, &counters)
  }

  // The new side keeps none up.
  private func writeKeys(_ sides: Sides, _ writer: any StorageWriter, _ counters: inout Counters) throws {
    try writeTouchedKeys(sides, writer, &counters)
    for case let table? in sides.finished where table.layout.primaryKey != nil || rebuiltTables.contains(table.id) {
      let keys = KeyRebuild(table, sides.after, path: path)
      if rebuiltTables.contains(table.id) {
        try keys.run(replacing: sides.before.tablesById[table.id].map { (sides.before, $0) }, writer, &counters.sums)
      } else if tablesWithNewKeys.contains(table.id) {
        try keys.check()
      }
    }
  }

  // Whose keys are all found anew at the end.
  private var rebuiltTables: Set<UInt32> { Set(evolution.changes.filter(\.hasNewKey).map(\.table)) }

  private func writeTouchedKeys(_ sides: Sides, _ writer: any StorageWriter, _ counters: inout Counters) throws {
    let rebuilt = rebuiltTables
    for case let table? in sides.finished where !rebuilt.contains(table.id) {
      if try TouchedKeys(table, sides.after).write(to: writer, &counters.sums) { tablesWithNewKeys.insert(table.id) }
    }
  }
}
