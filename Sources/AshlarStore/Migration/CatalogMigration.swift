import AshlarSchema

/// Migrates a file to a different schema, in one commit unless the file is a copy. Rows are not rewritten: they are read in the layouts in
/// which they were written. Only migration code, if any, changes rows.
///
/// Invariant: from `begin` to the end of `run` the new side's session has an open write, unless restarting failed.
public final class CatalogMigration {
  /// The original file, if a copy of it is migrated.
  struct CopySource {
    let engine: any StorageEngine
    let catalog: Catalog
    /// The number of changed clusters after which changes are committed.
    let clustersPerPiece: Int
  }

  struct Sides {
    let before: StoreSession
    let after: StoreSession
    /// The definitions of the new side in their final form.
    let finished: [TableDefinition?]
  }

  let engine: any StorageEngine
  // The original file if `engine` is a copy of it. A copy can be written in several commits, because no process reads it before it is
  // complete.
  let source: CopySource?
  let wanted: WantedSchema
  let version: UInt64
  let holder: WriteHolder
  let code: any MigrationCode
  let before: Catalog
  // The target schema in stored form, including renames made by migration code.
  var target: SchemaModel
  var evolution: Catalog.Evolution
  var sides: Sides?
  // The ids of the tables that migration code has removed. Their types exist only in the file.
  var removedTables: Set<UInt32> = []
  // Whether a piece was committed.
  var hasCommittedPieces = false
  // The ids of the tables whose rows migration code has changed, or deleted, up to the last call of `noteChangedTables`.
  var changedTables: Set<UInt32> = []
  // The ids of the tables in which the migration has added keys.
  var tablesWithNewKeys: Set<UInt32> = []

  /// Throws `CatalogError` if the schemas are incompatible.
  /// - Parameters:
  ///   - source: The original file, if `engine` is a copy of it.
  ///   - code: The migration code; nil if only the catalog may be changed.
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
      to: target, filling: wanted.model, version: version, reach: code.reach, isLenient: wanted.isLenient, features: wanted.features,
      path: source?.engine.path ?? engine.path)
  }

  /// Runs the migration. The caller must hold the write lock, which is released even if this throws. If it throws, the file's data is
  /// unchanged; a copy may contain a part of the changes.
  /// - Returns: The new catalog of the file.
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

  /// Whether migration code runs. It runs if the file has tables, and either the code reaches everything and the version is raised, or
  /// changing the catalog does not suffice.
  var runsCode: Bool {
    if before.tables.isEmpty { return false }
    return code.reach == .everything && before.schema.version < version
      || evolution.changes.contains { !$0.rewritten.isEmpty || $0.becomesEmbedded }
  }

  // The stored names of the types that become embedded.
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
      // The sessions must accept the catalog in the file, which still has the revision of `before`.
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

  // Other processes stay at the version that they read. In this process, a Realm of the old types that is still open is a programming
  // error, even if it has not read anything yet: its first read would encounter tables that it cannot read.
  private func checkOthers() throws {
    guard let user = engine.holders.first(where: { $0.kind != .store }) else { return }
    throw CatalogError.inUse(path: path, by: user)
  }

  /// Throws if the format changes and a reader supports only format 7, or if features are added and a reader does not know one that it must
  /// know. A reader of format 7 would read clusters of several layouts as if they had one.
  func checkReaders(_ catalog: Catalog) throws {
    let added = catalog.readersMustKnow(after: before)
    let needsLayouts = catalog.format != before.format
    guard needsLayouts || !added.isEmpty,
      let reader = (source?.engine ?? engine).olderReader(adding: added, needsLayouts: needsLayouts)
    else { return }
    guard let feature = reader.feature else {
      throw CatalogError.olderReader(path: path, format: catalog.format, process: reader.process)
    }
    throw CatalogError.featureOfOlderReader(path: path, feature: feature, process: reader.process)
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
