import AshlarSchema

/// Turns a write transaction into sorted changes and writes them: clusters, then the key index, backlinks and counters.
struct Commit {
  let session: StoreSession
  let transaction: WriteTransaction
  /// Whether the transaction goes on.
  private let isKept: Bool
  // Of a transaction that goes on.
  private var movedValues: ValueChanges?
  /// The counters of the new version, once `write` is through.
  private(set) var counters: Counters

  init(_ session: StoreSession, _ transaction: WriteTransaction, isKept: Bool = false) {
    self.session = session
    self.transaction = transaction
    self.isKept = isKept
    counters = session.counters
  }

  /// To be called after `write` where the transaction goes on: its long values are in its memory, not in the file.
  func restore() { movedValues?.restore() }

  mutating func write(to writer: any StorageWriter) throws {
    let overlays = changedOverlays()
    try writeKeys(overlays, to: writer)
    try writePostings(overlays, to: writer)
    try writeBacklinks(overlays, to: writer)
    try writeValues(overlays, to: writer)
    for (number, overlay) in overlays.enumerated() where try !writePatch(overlay, to: writer) {
      try writeCluster(overlay, to: writer)
      if number % 1024 == 1023 { transaction.memory.leaveFile() }
      // The memory serves for the pages of the next.
      if !isKept { transaction.free(overlay) }
    }
    try writeCounters(to: writer)
  }

  // In the order of their keys.
  private func changedOverlays() -> [Overlay] {
    // A single one, as most commits have, is not copied.
    if transaction.overlays.count == 1 {
      if !isKept { transaction.close(0) }
      return transaction.overlays[0].isUnchanged ? [] : transaction.overlays
    }
    var overlays: [Overlay] = []
    overlays.reserveCapacity(transaction.overlays.count)
    for index in transaction.overlays.indices {
      if !isKept { transaction.close(index) }
      if !transaction.overlays[index].isUnchanged { overlays.append(transaction.overlays[index]) }
    }
    overlays.sort { $0.table.clusterKey($0.number) < $1.table.clusterKey($1.number) }
    return overlays
  }

  // MARK: - Clusters

  private mutating func writeCluster(_ overlay: Overlay, to writer: any StorageWriter) throws {
    let output = OverlayWriter(overlay)
    let key = overlay.table.clusterKey(overlay.number)
    if let patched = overlay.patched {
      try writer.remove(.patches, integer: key)
      counters.sums.remove(.patches, number: patched.entryNumber)
      counters.patches -= 1
    }
    if let original = overlay.original { counters.sums.removeCluster(key, crc: original.storedChecksum) }
    if output.isEmpty {
      if overlay.original != nil { try writer.removeCluster(key) }
    } else {
      counters.sums.addCluster(key, crc: output.write(to: try writer.reserveCluster(key, size: output.size)))
    }
  }

  // Small changes of large clusters are written beside them.
  private mutating func writePatch(_ overlay: Overlay, to writer: any StorageWriter) throws -> Bool {
    guard let original = overlay.original, ClusterPatch.fits(overlay.table),
      overlay.base.header(ClusterHeader.liveCountOffset) > 0, !overlay.hasGotLastRow,
      overlay.patched != nil
        || counters.patches < session.patchLimit
          && original.header(ClusterHeader.heapOffsetOffset) + original.header(ClusterHeader.heapSizeOffset) > ClusterPatch.smallestCluster
    else { return false }
    return try withUnsafeTemporaryAllocation(byteCount: ClusterPatch.limit * 2 + 16, alignment: 16) { buffer in
      guard let size = ClusterPatch.encode(overlay, stored: original.storedChecksum, to: buffer) else { return false }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<size])
      let key = overlay.table.clusterKey(overlay.number)
      let number = withUnsafeBytes(of: key) { EntrySums.number(.patches, $0, bytes) }
      try writer.put(.patches, integer: key, bytes)
      counters.sums.add(.patches, number: number)
      if let patched = overlay.patched { counters.sums.remove(.patches, number: patched.entryNumber) } else { counters.patches += 1 }
      if !isKept { transaction.keepPatch(of: overlay, bytes, number: number) }
      return true
    }
  }

  // MARK: - Key index

  private mutating func writeKeys(_ overlays: [Overlay], to writer: any StorageWriter) throws {
    var changes = KeyChanges()
    for overlay in overlays {
      if let column = overlay.table.layout.primaryKey { collectKeys(overlay, column, into: &changes) }
    }
    try changes.write(to: writer, &counters.sums)
  }

  private func collectKeys(_ overlay: Overlay, _ column: Int, into changes: inout KeyChanges) {
    let table = overlay.table
    let layout = table.layouts[column]
    let first = Int64(overlay.number) << Int64(table.shift)
    func add(_ base: UnsafeMutableRawPointer, _ slot: Int, isAdded: Bool) {
      let offset = table.offsets(capacity: base.header(ClusterHeader.capacityOffset)).columns[column]
      let probe = KeyProbe(
        cell: base + Int(offset.offset) + slot * layout.width, column: layout,
        null: layout.hasNullFlag ? base + Int(offset.null) + slot : nil, home: SlotHome(base: base, context: session.context))
      changes.add(probe.hash(table: table.id), KeyEntries.entry(table.id, first + Int64(slot)), isAdded: isAdded)
    }
    let live = RowSet(liveAt: overlay.base, capacity: table.capacity)
    let before = overlay.original.map { RowSet(liveAt: $0, capacity: $0.header(ClusterHeader.capacityOffset)) } ?? RowSet()
    for slot in live.symmetricDifference(before) {
      if overlay.base.isLive(slot) {
        add(overlay.base, slot, isAdded: true)
      } else if let original = overlay.original {
        add(original, slot, isAdded: false)
      }
    }
  }

  // MARK: - Posting lists

  private mutating func writePostings(_ overlays: [Overlay], to writer: any StorageWriter) throws {
    var start = 0
    while start < overlays.count {
      let table = overlays[start].table
      let end = overlays[start...].firstIndex { $0.table !== table } ?? overlays.count
      for column in table.indexedColumns {
        var changes = PostingChanges(table, column, session.context, path: session.engine.path)
        let snapshot = session.shared.snapshot
        if end == start + 1, try changes.append(overlays[start], to: writer, reading: snapshot, &counters.sums) { continue }
        for overlay in overlays[start..<end] { changes.collect(overlay) }
        try changes.write(to: writer, reading: snapshot, &counters.sums)
      }
      start = end
    }
  }

  // MARK: - Backlinks

  private mutating func writeBacklinks(_ overlays: [Overlay], to writer: any StorageWriter) throws {
    var start = 0
    while start < overlays.count {
      let table = overlays[start].table
      let end = overlays[start...].firstIndex { $0.table !== table } ?? overlays.count
      for link in table.links {
        var changes = BacklinkChanges(session, link)
        for overlay in overlays[start..<end] { changes.collect(overlay) }
        try changes.write(to: writer, reading: session.shared.snapshot, &counters.sums)
      }
      start = end
    }
  }

  // MARK: - Values of their own

  // After the indexes, which read what is moved here.
  private mutating func writeValues(_ overlays: [Overlay], to writer: any StorageWriter) throws {
    var changes = ValueChanges(session, transaction)
    for overlay in overlays where !overlay.table.slotColumns.isEmpty { changes.collect(overlay) }
    if isKept {
      changes.remember()
      movedValues = changes
    }
    try changes.write(to: writer, &counters)
  }

  // MARK: - Counters

  private mutating func writeCounters(to writer: any StorageWriter) throws {
    for (ordinal, before) in transaction.countersBefore.enumerated() where before != nil {
      guard let table = session.tables[ordinal] else { continue }
      let view = session.views[ordinal]
      counters.set(Counters.Entry(table: table.id, nextKey: view.nextKey, liveCount: Int64(view.liveCount)))
    }
    guard counters != session.counters else { return }
    counters.changes.append(version: session.version + 1, transaction.overlays.lazy.map { $0.table.clusterKey($0.number) })
    try counters.write(to: writer)
  }
}
