import AshlarSchema

/// Builds new indexes from existing rows.
enum IndexBuild {
  /// Builds an index, which has no entries yet, from the rows of a session, including the changes of its open write. `progress` is called
  /// with the number of rows read. Complexity: O(rows log rows).
  static func build(
    _ table: TableDefinition, _ column: Int, _ session: ReadSession, to writer: any StorageWriter, _ sums: inout EntrySums,
    progress: (_ rows: Int) throws -> Void
  ) throws {
    var changes = PostingChanges(table, IndexDefinition(of: column, table), session.context, path: session.engine.path)
    var rows = 0
    try session.forEachCluster(table.ordinal) { first, base in
      let number = Int(first >> Int64(table.shift))
      let older = table.olderLayouts.isEmpty ? nil : session.olderCluster(table, number, Cluster(base), in: session.shared)
      // Every row is treated as just inserted.
      let overlay = Overlay(table: table, number: number, original: base, older: older).asNew()
      changes.collect(overlay)
      overlay.free()
      rows += Cluster(base).liveCount
      try progress(rows)
    }
    try changes.write(to: writer, reading: NoEntries(session.shared.snapshot), &sums)
  }
}
