import AshlarSchema
import CAshlar

// The interface for migration code while it runs.
extension CatalogMigration {
  /// The schema version of the file before the migration.
  public var versionBefore: UInt64 { before.schema.version }

  /// Returns the old side's ordinal of a table of the new side, or nil if the table is new.
  public func ordinalBefore(of ordinal: Int) -> Int? {
    guard let sides, let id = sides.after.table(ordinal)?.id else { return nil }
    return sides.before.tablesById[id]?.ordinal
  }

  /// Returns the new side's ordinal of a table of the old side, or nil if the table was removed.
  public func ordinalAfter(of ordinal: Int) -> Int? {
    guard let sides, let id = sides.before.table(ordinal)?.id, !removedTables.contains(id) else { return nil }
    return sides.after.tablesById[id]?.ordinal
  }

  /// The collections to copy from the old side to the new one: table ordinals and stored names.
  public var rewrittenColumns: [(before: Int, from: String, after: Int, to: String)] {
    guard let sides else { return [] }
    return evolution.changes.flatMap { change in
      guard let before = sides.before.tablesById[change.table], let after = sides.after.tablesById[change.table] else {
        return [] as [(Int, String, Int, String)]
      }
      return change.rewritten.map { (before.ordinal, $0.from, after.ordinal, $0.to) }
    }
  }

  /// The new side's ordinals of tables that become embedded at the end of the migration. By then, exactly one link must refer to each of
  /// their objects.
  public var tablesToEmbed: [Int] {
    guard let sides else { return [] }
    return evolution.changes.filter(\.becomesEmbedded).compactMap { sides.after.tablesById[$0.table]?.ordinal }
  }

  /// Returns the rows of a table, including the changes of the open write, that would have the same primary key after the migration. Each
  /// array contains at least two rows, in creation order. Returns nil if the table will have no key. Complexity: O(rows log rows).
  public func rowsWithEqualKeys(_ ordinal: Int) throws -> [[Int64]]? {
    guard let sides, let table = sides.finished[ordinal], table.hasKey else { return nil }
    return try KeyRebuild(table, sides.after, path: path).rowsWithEqualKeys()
  }

  /// Returns the rows of a table, including the changes of the open write, that have the same values in columns with these stored names.
  /// Each array contains at least two rows, in creation order. A row with a nil value equals no other row, unless nil counts in a unique
  /// rule of exactly these columns, in any order. Returns nil if the table has no such column, or if its values cannot be unique.
  /// Complexity: O(rows log rows).
  public func rowsWithEqualValues(_ ordinal: Int, _ names: [String]) throws -> [[Int64]]? {
    guard let sides, let table = sides.finished[ordinal] else { return nil }
    return try EqualRows(table, names, nilCounts: doesNilCount(in: names, table.id), sides.after)?.find()
  }

  // Returns whether the file will have a unique rule of exactly these columns in which nil equals nil. Its condition is not considered.
  private func doesNilCount(in names: [String], _ id: UInt32) -> Bool {
    guard let name = evolution.catalog.tables.first(where: { $0.id == id })?.name,
      let entity = evolution.catalog.schema.entity(named: name)
    else { return false }
    return entity.rules.contains { rule in
      if case .unique(let unique) = rule { unique.nilCounts && Set(unique.properties) == Set(names) } else { false }
    }
  }

  /// Whether the migration has changed nothing yet.
  public var hasChangedNothing: Bool {
    guard let transaction = sides?.after.transaction else { return false }
    return transaction.overlays.isEmpty && removedTables.isEmpty && !hasCommittedPieces
  }

  /// Commits the changes so far if the file is a copy and many clusters have been changed. Otherwise all changes form one transaction,
  /// whose memory grows with them. Must be called between rows; pointers to rows are invalid afterwards.
  public func commitPiece() throws {
    guard let source, let sides, let transaction = sides.after.transaction, transaction.overlays.count >= source.clustersPerPiece else {
      return
    }
    noteChangedTables()
    try sides.after.commitWrite(.unsynced) { writer, counters in try writeTouchedKeys(sides, writer, &counters) }
    hasCommittedPieces = true
    ashlar_give_back_memory()
    try sides.after.beginWrite()
  }

  /// Maps the cells of a former property to a property that the file lacks, as `was` does in a schema, and restarts the migration:
  /// `sessions` is called again. Must be called before anything is changed. Names are stored names. If this throws, no write is open.
  public func rename(_ property: String, to name: String, of type: String) throws {
    guard hasChangedNothing, let sides, let entity = target.entities.firstIndex(where: { $0.name == type }),
      let column = target.entities[entity].properties.firstIndex(where: { $0.name == name })
    else { preconditionFailure("only an existing property can be renamed, and only before anything is changed") }
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
      evolution = try before.evolved(
        to: target, filling: wanted.model, version: version, reach: code.reach, isLenient: wanted.isLenient, features: wanted.features,
        path: path)
    } catch {
      engine.unlockForWriting()
      throw error
    }
    try begin()
  }

  /// Removes a table whose type is not in the new schema, with all its rows. If another type links to it, removes nothing and returns that
  /// type's name.
  public func remove(_ ordinal: Int) throws -> String? {
    guard let after = sides?.after, let table = after.table(ordinal) else { return nil }
    let others = after.tables.compactMap { $0 }.filter { $0 !== table && !removedTables.contains($0.id) }
    if let source = others.first(where: { $0.links.contains { $0.target == ordinal } }) { return source.entity.name }
    try after.deleteInMigration([ordinal: try after.liveKeys(ordinal)])
    removedTables.insert(table.id)
    return nil
  }
}
