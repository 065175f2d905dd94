import AshlarSchema

/// Writes the clusters of tables with their patches applied, as they are in the layouts they have. Patches are only made for clusters
/// of a table's newest layout, and name columns by their place in it: there must be none when a table gets another.
struct PatchFolding {
  private let engine: any StorageEngine
  private let tables: [UInt32: TableDefinition]

  /// - Parameter tables: as the file has them now.
  init(_ engine: any StorageEngine, _ tables: [TableDefinition]) {
    self.engine = engine
    self.tables = Dictionary(tables.map { ($0.id, $0) }) { first, _ in first }
  }

  /// Commits when there is any patch. The caller holds the right to write. O(patches).
  func run() throws {
    let snapshot = try engine.snapshot()
    var counters = try Counters.read(snapshot, path: engine.path)
    if counters.patches == 0 { return }
    var keys: [UInt64] = []
    try withUnsafeBytes(of: UInt64(0)) { start throws(StoreError) in
      try snapshot.scan(.patches, from: start) { key, _ in
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
