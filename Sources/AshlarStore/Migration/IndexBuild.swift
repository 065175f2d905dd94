import AshlarSchema

/// Builds new indexes from existing rows.
enum IndexBuild {
  /// Builds an index that has no entries yet from the rows of a session, including the changes of its open write. `progress` is called with
  /// the number of rows read. Complexity: O(rows log rows).
  /// - Parameter conflicts: Receives the rows that break the rule of a unique index; nil if the rule is not checked.
  static func build(
    _ table: TableDefinition, _ index: IndexDefinition, _ session: ReadSession, to writer: any StorageWriter, _ sums: inout EntrySums,
    _ conflicts: UniqueConflicts? = nil, progress: (_ rows: Int) throws -> Void
  ) throws {
    var changes = PostingChanges(table, index, session.context, path: session.engine.path)
    var rows = 0
    func collect(_ first: Int64, _ base: UnsafeMutableRawPointer) throws {
      let number = Int(first >> Int64(table.shift))
      let older = table.olderLayouts.isEmpty ? nil : session.olderCluster(table, number, Cluster(base), in: session.shared)
      // Every row is treated as newly inserted, because the index has no entries.
      let overlay = Overlay(table: table, number: number, original: base, older: older).asNew()
      changes.collect(overlay)
      overlay.free()
      rows += Cluster(base).liveCount
      try progress(rows)
    }
    // The session keeps the columns of clusters with older layouts.
    if table.olderLayouts.isEmpty {
      try session.walkClusters(table.ordinal, collect)
    } else {
      try session.forEachCluster(table.ordinal, collect)
    }
    try changes.write(to: writer, reading: NoEntries(session.shared.snapshot), &sums, conflicts)
  }

  /// Checks the rule of a unique index as `build` does, but stores nothing. Throws `CatalogError.ruleBroken` if several rows have the same
  /// value. Complexity: O(rows log rows).
  /// - Parameters:
  ///   - table: The definition with the rule. The session's definition of the table has the same columns.
  ///   - path: The path of the file, for errors.
  static func check(
    _ table: TableDefinition, _ index: IndexDefinition, _ session: ReadSession, path: String,
    progress: (_ rows: Int) throws -> Void = { _ in }
  ) throws {
    let conflicts = UniqueConflicts(session, limit: 1)
    var sums = EntrySums()
    try build(table, index, session, to: DiscardingWriter(), &sums, conflicts, progress: progress)
    try conflicts.checkMigration(path: path)
  }
}
