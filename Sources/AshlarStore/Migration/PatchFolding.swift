import AshlarSchema

/// Replaces the patched clusters of tables with complete ones, and removes the patches. Patches exist only for clusters of a table's newest
/// layout, and identify columns by their position in this layout, so they must be removed before a layout is added.
struct PatchFolding {
  private let engine: any StorageEngine
  private let tables: [UInt32: TableDefinition]

  /// - Parameter tables: The definitions of the tables as stored.
  init(_ engine: any StorageEngine, _ tables: [TableDefinition]) {
    self.engine = engine
    self.tables = Dictionary(tables.map { ($0.id, $0) }) { first, _ in first }
  }

  /// Folds all patches of the tables in one commit. If the tables have no patches, there is no commit. The caller must hold the write lock.
  /// Complexity: O(patches).
  func run() throws {
    let snapshot = try engine.snapshot()
    var counters = try Counters.read(snapshot, path: engine.path)
    if counters.patches == 0 { return }
    var keys: [UInt64] = []
    try withUnsafeBytes(of: UInt64(0)) { start throws(StoreError) in
      try snapshot.scanIdentities(.patches, from: start) { key, _ in
        guard key.count == 8 else { return false }
        let key = key.loadUnaligned(as: UInt64.self)
        if tables[UInt32(truncatingIfNeeded: key >> 40)] != nil { keys.append(key) }
        return true
      }
    }
    if keys.isEmpty { return }
    try engine.commit(.unsynced) { writer in
      for key in keys { try fold(key, snapshot, writer, &counters) }
      counters.changes.append(version: snapshot.version + 1, keys)
      try counters.write(to: writer)
    }
  }

  private func fold(_ key: UInt64, _ snapshot: any StorageSnapshot, _ writer: any StorageWriter, _ counters: inout Counters) throws {
    let number = Int(key & 0xFF_FFFF_FFFF)
    guard let table = tables[UInt32(truncatingIfNeeded: key >> 40)], let stored = try snapshot.cluster(key),
      ClusterCheck.headerFault(Cluster(stored), table) == nil,
      let patch = try snapshot.value(.patches, integer: key),
      let patched = PatchedCluster(table, number, stored: stored, patch: patch)
    else { throw StoreError.damaged(path: engine.path, detail: "the patch of cluster \(number) is not valid") }
    let overlay = Overlay(table: table, number: number, original: patched.base, patched: patched)
    defer { overlay.free() }
    let output = OverlayWriter(overlay, pageSize: writer.pageSize)
    let checksum = output.write(to: try writer.reserveCluster(key, size: output.size))
    counters.sums.removeCluster(key, crc: Cluster(stored).storedChecksum)
    counters.sums.addCluster(key, crc: checksum)
    try writer.remove(.patches, integer: key)
    counters.sums.remove(.patches, number: patched.entryNumber)
    counters.patches -= 1
    withExtendedLifetime(patched) {}
  }
}
