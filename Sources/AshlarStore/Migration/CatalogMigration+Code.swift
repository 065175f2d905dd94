import AshlarSchema
import CAshlar

// What code asks for while it runs.
extension CatalogMigration {
  /// The schema version of the file before.
  public var versionBefore: UInt64 { before.schema.version }

  /// The ordinal on the old side of a table of the new one; nil where the table is new.
  public func ordinalBefore(of ordinal: Int) -> Int? {
    guard let sides, let id = sides.after.table(ordinal)?.id else { return nil }
    return sides.before.tablesById[id]?.ordinal
  }

  /// The ordinal on the new side of a table of the old one; nil where the table was removed.
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

  /// The rows of a table, as the open write has them, that would have the same primary key at the end: each array has two or more, in
  /// the order of their making. Nil where the table will have no key. O(rows log rows).
  public func rowsWithEqualKeys(_ ordinal: Int) throws -> [[Int64]]? {
    guard let sides, let table = sides.finished[ordinal], table.layout.primaryKey != nil else { return nil }
    return try KeyRebuild(table, sides.after, path: path).rowsWithEqualKeys()
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
    ashlar_give_back_memory()
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
      evolution = try before.evolved(
        to: target, filling: wanted.model, version: version, reach: code.reach, isLenient: wanted.isLenient, path: path)
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
}
