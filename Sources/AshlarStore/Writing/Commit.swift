import AshlarSchema

/// Checks the rows of a write transaction against rules, then turns it into sorted changes and writes them: index entries and out-of-line
/// values, then clusters, the outbox's totals and counters.
struct Commit {
  let session: StoreSession
  let transaction: WriteTransaction
  /// Whether the transaction continues after the write.
  private let isKept: Bool
  // The changes of out-of-line values, if the transaction continues after the write and may have any; otherwise nil.
  private var movedValues: ValueChanges?
  /// The counters of the new version, complete after `write`.
  var counters: Counters

  init(_ session: StoreSession, _ transaction: WriteTransaction, isKept: Bool = false) {
    self.session = session
    self.transaction = transaction
    self.isKept = isKept
    counters = session.counters
  }

  /// Makes cells refer to the transaction's memory again instead of to values in the written file. Must be called after `write` if the
  /// transaction continues.
  func restore() { movedValues?.restore() }

  /// Performs the steps of a commit. Throws `RuleError` if the rows, in their final form, break rules about values or unique rules; the
  /// former are checked first.
  ///
  /// Data derived from rows is written before their clusters: writing it compares overlays with their originals and redirects cells to
  /// out-of-line values, and an overlay is freed once its cluster is written.
  mutating func write(to writer: any StorageWriter) throws {
    let overlays = changedOverlays()
    try RuleCheck(session).run(overlays)
    try writeDerived(overlays, to: writer)
    try writeClusters(overlays, to: writer)
    try session.outboxChanges?.write(to: writer)
    try writeCounters(to: writer)
  }

  // Returns the changed overlays in the order of their keys.
  private func changedOverlays() -> [Overlay] {
    // Fast path for a single overlay, the usual case: avoids copying the array.
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
    #if ASHLAR_CHECKED
      let keys = overlays.map { $0.table.clusterKey($0.number) }
      precondition(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "each cluster must have one overlay")
    #endif
    return overlays
  }

  // MARK: - Clusters

  private mutating func writeClusters(_ overlays: [Overlay], to writer: any StorageWriter) throws {
    for (number, overlay) in overlays.enumerated() where try !writePatch(overlay, to: writer) {
      try writeCluster(overlay, to: writer)
      if number % 1024 == 1023 { transaction.memory.leaveFile() }
      // The overlay is freed now, so that the pages of the next cluster can reuse the memory.
      if !isKept { transaction.free(overlay) }
    }
  }

  private mutating func writeCluster(_ overlay: Overlay, to writer: any StorageWriter) throws {
    let output = OverlayWriter(overlay, pageSize: writer.pageSize)
    let key = overlay.table.clusterKey(overlay.number)
    if let patched = overlay.patched {
      try writer.remove(.patches, integer: key)
      counters.sums.remove(.patches, number: patched.entryNumber)
      counters.patches -= 1
    }
    if let original = overlay.original { counters.sums.removeCluster(key, crc: Cluster(original).storedChecksum) }
    if output.isEmpty {
      if overlay.original != nil { try writer.removeCluster(key) }
    } else {
      counters.sums.addCluster(key, crc: output.write(to: try writer.reserveCluster(key, size: output.size)))
    }
  }

  // Writes a small change of a large cluster as a patch. Returns false if the cluster must be written completely.
  private mutating func writePatch(_ overlay: Overlay, to writer: any StorageWriter) throws -> Bool {
    guard let original = overlay.original, overlay.older == nil, ClusterPatch.fits(overlay.table),
      overlay.cluster.liveCount > 0, !overlay.includesLastRow,
      overlay.patched != nil
        || counters.patches < session.patchLimit
          && Cluster(original).heapOffset + Cluster(original).heapSize > ClusterPages.smallest(pageSize: writer.pageSize)
    else { return false }
    return try withUnsafeTemporaryAllocation(byteCount: ClusterPatch.bufferSize, alignment: 16) { buffer in
      guard let bytes = ClusterPatch.encode(overlay, stored: Cluster(original).storedChecksum, to: buffer) else { return false }
      let key = overlay.table.clusterKey(overlay.number)
      let number = withUnsafeBytes(of: key) { EntrySums.number(.patches, $0, bytes) }
      try writer.put(.patches, integer: key, bytes)
      counters.sums.add(.patches, number: number)
      if let patched = overlay.patched { counters.sums.remove(.patches, number: patched.entryNumber) } else { counters.patches += 1 }
      if !isKept { transaction.keepPatch(of: overlay, bytes, number: number) }
      return true
    }
  }

  // MARK: - Indexes and out-of-line values

  // Processes each overlay completely while it is in the CPU's caches. Index entries are collected before out-of-line values are moved.
  private mutating func writeDerived(_ overlays: [Overlay], to writer: any StorageWriter) throws {
    // Most changes affect plain columns only and need none of these steps. The mask contains the columns that any step below needs.
    if !overlays.contains(where: { $0.older != nil || $0.mayHaveStored($0.table.upkeepMask) }) { return }
    var keys = KeyChanges()
    var values = ValueChanges(session, transaction)
    let snapshot = session.shared.snapshot
    var conflicts: UniqueConflicts?
    var start = 0
    while start < overlays.count {
      let table = overlays[start].table
      if conflicts == nil, table.indexes.contains(where: \.isUnique) { conflicts = UniqueConflicts(session) }
      let end = overlays[start...].firstIndex { $0.table !== table } ?? overlays.count
      var postings = table.indexes.map { PostingChanges(table, $0, session.context, path: session.engine.path) }
      var backlinks = table.links.map { BacklinkChanges(session, $0) }
      for overlay in overlays[start..<end] {
        keys.collect(overlay, session.context)
        for place in postings.indices {
          if end == start + 1, try postings[place].append(overlay, to: writer, reading: snapshot, &counters.sums) { continue }
          postings[place].collect(overlay)
        }
        for place in backlinks.indices { backlinks[place].collect(overlay) }
        values.collect(overlay)
      }
      for place in postings.indices { try postings[place].write(to: writer, reading: snapshot, &counters.sums, conflicts) }
      for place in backlinks.indices { try backlinks[place].write(to: writer, reading: snapshot, &counters.sums) }
      start = end
    }
    // The violations are described, and thrown, before the values are written, while the cells still refer to the transaction's memory.
    try conflicts?.findings.check(path: session.engine.path)
    try keys.write(to: writer, &counters.sums)
    if isKept {
      values.remember()
      movedValues = values
    }
    try values.write(to: writer, &counters)
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
