import AshlarSchema

/// Fills a new index from the rows there are.
enum IndexBuild {
  /// Fills an index that has no entries from the rows of a session, with the changes of its open write. O(rows log rows).
  static func build(
    _ table: TableDefinition, _ column: Int, _ session: ReadSession, to writer: any StorageWriter, _ sums: inout EntrySums
  ) throws {
    var changes = PostingChanges(table, column, session.context, path: session.engine.path)
    try session.forEachCluster(table.ordinal) { first, base in
      let number = Int(first >> Int64(table.shift))
      let older = table.olderLayouts.isEmpty ? nil : session.olderCluster(table, number, Cluster(base), in: session.shared)
      // As if every row had just been made.
      let overlay = Overlay(table: table, number: number, original: base, older: older).asNew()
      changes.collect(overlay)
      overlay.free()
    }
    try changes.write(to: writer, reading: NoEntries(session.shared.snapshot), &sums)
  }
}

/// A version in which no index has entries: those that it has were removed in the same commit.
private final class NoEntries: StorageSnapshot {
  private let snapshot: any StorageSnapshot

  init(_ snapshot: any StorageSnapshot) { self.snapshot = snapshot }

  var version: UInt64 { snapshot.version }
  func usage(_ space: KeySpace) throws(StoreError) -> SpaceUsage { try snapshot.usage(space) }
  func setHolder(_ holder: SnapshotHolder) {}
  func renew() throws(StoreError) {}
  func cluster(_ key: UInt64) throws(StoreError) -> UnsafeMutableRawPointer? { try snapshot.cluster(key) }
  func value(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? { nil }
  func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  ) { (nil, nil) }
  func value(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? { nil }
  func scan(
    _ space: KeySpace, prefix: [UInt8], from start: [UInt8]?,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {}
  func scan(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {}
}
