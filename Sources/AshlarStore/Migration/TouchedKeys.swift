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
  /// changed rows. Returns whether any key was added, in which case another row may have the same key. Complexity: O(clusters written).
  func write(to writer: any StorageWriter, _ sums: inout EntrySums) throws -> Bool {
    guard let column = table.layout.primaryKey, let transaction = session.transaction else { return false }
    var changes = KeyChanges()
    var isAdded = false
    for overlay in transaction.overlays where overlay.table.id == table.id {
      let before = overlay.original.map { RowSet(liveIn: Cluster($0)) } ?? RowSet()
      let live = RowSet(liveIn: overlay.cluster)
      for slot in 0..<table.capacity {
        let old = before.contains(slot) ? overlay.original.map { probe($0, overlay.columns(ofOriginal: $0)[column], column, slot) } : nil
        let new = live.contains(slot) ? probe(overlay.base, table.offsetsFull[column], column, slot) : nil
        if let new, old?.equals(new) != true { isAdded = true }
        let (oldHash, newHash) = (old?.hash(table: table.id), new?.hash(table: table.id))
        // Different keys may have the same hash; their entry is the same.
        if oldHash == newHash { continue }
        let entry = KeyEntries.entry(table.id, Int64(overlay.number) << Int64(table.shift) + Int64(slot))
        if let oldHash { changes.add(oldHash, entry, isAdded: false) }
        if let newHash { changes.add(newHash, entry, isAdded: true) }
      }
    }
    try changes.write(to: writer, &sums)
    return isAdded
  }

  private func probe(_ base: UnsafeMutableRawPointer, _ offset: ColumnOffset, _ column: Int, _ slot: Int) -> KeyProbe {
    let layout = table.layouts[column]
    return KeyProbe(
      cell: base + offset.offset + slot * layout.width, column: layout, null: layout.hasNullFlag ? base + offset.null + slot : nil,
      home: SlotHome(base: base, context: session.context))
  }
}
