import AshlarSchema

// The changes of the open write that no index contains yet. The changes of an index are computed when it is first used in the write.
// From then on, the next store of each accessor takes the slow path, which records the row; a later look-up therefore computes only the
// changes of recorded and inserted rows.
extension ReadSession {
  // The number of changed rows up to which their changes are always computed.
  private static let fewRows = 1 << 10
  // The cost of computing the change of one row, as the number of rows that a scan tests in the same time.
  private static let changeCost = 100

  /// Updates the changes of an index if that costs less than the scans of the table that have replaced look-ups so far, including the next
  /// scan; otherwise returns false. In total, updates and scans cost at most twice as much as the cheaper of the two alone would.
  func updateChanges(_ pending: PendingChanges, _ table: TableDefinition, _ index: UInt16) -> Bool {
    let identity = IndexChanges.identity(table, index)
    let rows = newChanges(pending, table, index)
    if rows > ReadSession.fewRows {
      let scans = (pending.scansForLookups[identity] ?? 0) + 1
      pending.scansForLookups[identity] = scans
      guard rows * ReadSession.changeCost <= scans * max(1, count(table.ordinal)) else { return false }
    }
    pending.scansForLookups[identity] = 0
    _ = changes(pending, table, index)
    return true
  }

  /// Brings the changes of an index up to date and returns them. O(rows changed since the last call).
  func changes(_ pending: PendingChanges, _ table: TableDefinition, _ index: UInt16) -> IndexChanges {
    let identity = IndexChanges.identity(table, index)
    let nextKey = views[table.ordinal].nextKey
    let changes: IndexChanges
    if let known = pending.indexChanges[identity] {
      if known.nextKey == nextKey, known.readStores == pending.storedRows[table.ordinal]?.keys.count ?? 0 { return known }
      changes = known
      for key in changes.nextKey..<nextKey { update(changes, key, pending, table) }
      if let stored = pending.storedRows[table.ordinal] {
        for key in stored.keys[changes.readStores...] { update(changes, key, pending, table) }
      }
    } else {
      let definition = ReadSession.definition(table, index)
      changes = IndexChanges(table, definition, context)
      for overlay in pending.overlays where overlay.table === table {
        let first = Int64(overlay.number) << Int64(table.shift)
        for slot in overlay.storedRows(definition.mask) {
          noteChangedRow()
          changes.update(first + Int64(slot), in: overlay)
        }
      }
      pending.indexChanges[identity] = changes
      pending.trackStores(table.ordinal)
    }
    changes.nextKey = nextKey
    changes.readStores = pending.storesRead(table.ordinal)
    // From now on, accessors that could store directly must report their next store.
    detectNextStores()
    return changes
  }

  private func update(_ changes: IndexChanges, _ key: Int64, _ pending: PendingChanges, _ table: TableDefinition) {
    noteChangedRow()
    guard let base = views[table.ordinal].cachedCluster(Int(key >> Int64(table.shift))), Cluster(base).isOverlay else { return }
    changes.update(key, in: pending.overlays[Cluster(base).overlayMark - 1])
  }

  // Returns the number of rows whose changes have not been computed yet.
  private func newChanges(_ pending: PendingChanges, _ table: TableDefinition, _ index: UInt16) -> Int {
    if let known = pending.indexChanges[IndexChanges.identity(table, index)] {
      return Int(views[table.ordinal].nextKey - known.nextKey) + (pending.storedRows[table.ordinal]?.keys.count ?? 0) - known.readStores
    }
    var rows = 0
    let mask = ReadSession.definition(table, index).mask
    for overlay in pending.overlays where overlay.table === table { rows += overlay.storedRows(mask).count }
    return rows
  }

  private static func definition(_ table: TableDefinition, _ index: UInt16) -> IndexDefinition {
    if let found = table.indexes.first(where: { $0.number == index }) { return found }
    // A single-column index has the number of its column.
    guard let column = table.columnIds.firstIndex(of: index) else { preconditionFailure("an index must be one of its table") }
    return IndexDefinition(of: column, table)
  }

  private func noteChangedRow() { visitedChanges += 1 }
}
