import AshlarSchema

// Makes rows and clusters writable.
extension StoreSession {
  /// Returns the row in an overlay of its cluster; nil if the row does not exist. Creates the overlay, a copy of the cluster, on the first
  /// change.
  public func makeWritable(_ ordinal: Int, _ key: Int64) throws(StoreError) -> RowAccess? {
    noteChange()
    guard var row = try locate(ordinal, key), let table = tables[ordinal] else { return nil }
    if !row.cluster.isOverlay {
      try touch(table, Int(key >> Int64(table.shift)))
      guard let copy = try locate(ordinal, key) else { return nil }
      row = copy
    }
    if let pending, pending.tracksStores {
      pending.noteStore(ordinal, key)
      // While stores are recorded, `locate` does not return writable rows.
      row.writable = context.pointee.writeGeneration
    }
    return row
  }

  @discardableResult
  func touch(_ table: TableDefinition, _ number: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    guard let transaction else { preconditionFailure("touching a cluster needs a write transaction") }
    let base = try cluster(table, number)
    if Cluster(base).isOverlay { return base }
    let patched = shared.patched.isEmpty ? nil : shared.patched[table.clusterKey(number)]
    let overlay: Overlay
    if let used = patched?.makeOverlay() {
      overlay = used
      transaction.memory.take(used.blockSize)
    } else {
      overlay = Overlay(
        table: table, number: number, original: base == emptyCluster ? nil : base, patched: patched,
        older: table.olderLayouts.isEmpty ? nil : olderCluster(table, number, Cluster(base), in: shared), room: ClusterPatch.limit,
        memory: transaction.memory)
    }
    transaction.add(overlay)
    views[table.ordinal].setCluster(number, overlay.base)
    assert(transaction.overlay(at: overlay.base).number == number, "an overlay in the directory belongs to the open write")
    context.pointee.generation += 1
    return overlay.base
  }

  func rememberCounters(_ ordinal: Int) {
    guard let transaction, transaction.countersBefore[ordinal] == nil else { return }
    transaction.countersBefore[ordinal] = (views[ordinal].nextKey, views[ordinal].liveCount)
  }

  /// Marks a column of a writable row as changed.
  public func mark(_ row: RowAccess, _ column: Int) {
    assert(row.cluster.isOverlay, "only the cells of an overlay are stored to")
    row.cluster.mark(row.slot, 1 << UInt64(column & 63))
    dataVersion += 1
  }

  /// Records the number of rows in an overlay of a tracked table after an insertion or deletion.
  @inline(never)
  func noteRows(_ ordinal: Int, _ number: Int, _ base: UnsafeMutableRawPointer) {
    liveClusters[ordinal]?.set(number, rows: Cluster(base).liveCount)
  }
}
