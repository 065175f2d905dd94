import AshlarSchema

/// The primary keys that an open write changes in a table whose session does not maintain the key index.
struct TouchedKeys {
  private let table: TableDefinition
  private let session: StoreSession

  /// - Parameter table: The definition with the primary key.
  init(_ table: TableDefinition, _ session: StoreSession) {
    self.table = table
    self.session = session
  }

  /// Adds the keys of inserted rows and the new keys of changed rows to the index, and removes the keys of deleted rows and the old keys of
  /// changed rows. Returns whether any key was added. If so, another row may have the same key. Complexity: O(clusters written).
  func write(to writer: any StorageWriter, _ sums: inout EntrySums) throws -> Bool {
    guard table.hasKey, let transaction = session.transaction else { return false }
    var changes = KeyChanges()
    var isAdded = false
    for overlay in transaction.overlays where overlay.table.id == table.id {
      let before = overlay.original.map { RowSet(liveIn: Cluster($0)) } ?? RowSet()
      let live = RowSet(liveIn: overlay.cluster)
      for slot in 0..<table.capacity {
        let old = before.contains(slot) ? overlay.original : nil
        let new = live.contains(slot) ? overlay.base : nil
        let oldHash = old.map { withKey($0, overlay.columns(ofOriginal: $0), slot) { $0.hash(table: table.id) } }
        let newHash = new.map { withKey($0, table.fullColumns, slot) { $0.hash(table: table.id) } }
        // Different keys with the same hash have the same entry, so only the keys are compared.
        if oldHash == newHash {
          if let old, let new, !areEqual(old, overlay.columns(ofOriginal: old), new, slot) { isAdded = true }
          continue
        }
        let entry = KeyEntries.entry(table.id, Int64(overlay.number) << Int64(table.shift) + Int64(slot))
        if let oldHash { changes.add(oldHash, entry, isAdded: false) }
        if let newHash {
          changes.add(newHash, entry, isAdded: true)
          isAdded = true
        }
      }
    }
    try changes.write(to: writer, &sums)
    return isAdded
  }

  private func areEqual(
    _ old: UnsafeMutableRawPointer, _ columns: UnsafePointer<ColumnOffset>, _ new: UnsafeMutableRawPointer, _ slot: Int
  ) -> Bool {
    withKey(old, columns, slot) { old in withKey(new, table.fullColumns, slot) { old.equals($0) } }
  }

  private func withKey<Result>(
    _ base: UnsafeMutableRawPointer, _ columns: UnsafePointer<ColumnOffset>, _ slot: Int, _ body: (KeyProbe) -> Result
  ) -> Result {
    table.withKey(base, columns, slot, SlotHome(base: base, context: session.context), body)
  }
}
