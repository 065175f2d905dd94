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

  struct Sides {
    let before: StoreSession
    let after: StoreSession
    /// Definitions of the new side with everything that it is to have at the end.
    let finished: [TableDefinition?]
  }

  let engine: any StorageEngine
  // The file as it was, where `engine` is a copy of it: it can be written to in pieces, as nobody sees it before it is whole.
  let source: CopySource?
  let wanted: WantedSchema
  let version: UInt64
  let holder: WriteHolder
  let code: any MigrationCode
  let before: Catalog
  // In stored form, with the names that code has given.
  var target: SchemaModel
  var evolution: Catalog.Evolution
  var sides: Sides?
  // Of tables whose types only the file has.
  var removedTables: Set<UInt32> = []
  // Whether a piece is committed, and tables to which keys were added in one.
  var hasCommittedPieces = false
  var tablesWithNewKeys: Set<UInt32> = []

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
      to: target, filling: wanted.model, version: version, reach: code.reach, isLenient: wanted.isLenient,
      path: source?.engine.path ?? engine.path)
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

  /// The path of the file, for messages.
  package var path: String { source?.engine.path ?? engine.path }

  /// Whether there is more to do than the catalog alone can say.
  var runsCode: Bool {
    if before.tables.isEmpty { return false }
    return code.reach == .everything && before.schema.version < version
      || evolution.changes.contains { !$0.rewritten.isEmpty || $0.becomesEmbedded }
  }

  // Stored names.
  private var becomingEmbedded: Set<String> { Set(evolution.changes.filter(\.becomesEmbedded).map(\.type)) }

  // MARK: - Beginning

  func begin() throws {
    let made: Sides
    do {
      if runsCode || evolution.changes.contains(where: { !$0.isInCatalog }) { try checkOthers() }
      try checkReaders(evolution.catalog)
      try foldPatches()
      let (before, after) = try code.sessions(
        before: MigrationSide(
          engine: source?.engine ?? engine, tables: (source?.catalog ?? before).definitions(of: wanted.withoutTypes)),
        after: MigrationSide(
          engine: engine,
          tables: evolution.catalog.withoutUnbuilt(evolution.changes).definitions(of: wanted.unsettled(objects: becomingEmbedded))))
      made = Sides(before: before, after: after, finished: evolution.catalog.definitions(of: wanted))
      // The catalog is about to be what they take it for.
      before.catalogRevision = self.before.revision
      after.catalogRevision = self.before.revision
      sides = made
      try checkNarrowed(before)
    } catch {
      engine.unlockForWriting()
      throw error
    }
    try made.after.beginWrite(hasLock: true)
  }

  // Other processes stay at the version that they read. In this one, a Realm of the old types is a mistake, also one that was never read:
  // its first read would find tables that it cannot read.
  private func checkOthers() throws {
    guard let user = engine.holders.first(where: { $0.kind != .store }) else { return }
    throw CatalogError.inUse(path: path, by: user)
  }

  /// One that knows format 7 only would take clusters of several layouts for those of one.
  func checkReaders(_ catalog: Catalog) throws {
    guard catalog.format != before.format, let process = (source?.engine ?? engine).olderReader() else { return }
    throw CatalogError.olderReader(path: path, format: catalog.format, process: process)
  }

  private func foldPatches() throws {
    let changed = Set(evolution.changes.filter(\.hasNewLayout).map(\.table))
    let tables = before.definitions(of: wanted.withoutTypes).compactMap { $0 }.filter { changed.contains($0.id) }
    if !tables.isEmpty { try PatchFolding(engine, tables).run() }
  }

  private func checkNarrowed(_ session: StoreSession) throws {
    for change in evolution.changes {
      guard let table = session.tablesById[change.table], let new = evolution.catalog.tables.first(where: { $0.id == change.table }) else {
        continue
      }
      try NarrowedColumn.check(change, table, new, session, path: path)
    }
  }
}
