import AshlarSchema

extension KeyChanges {
  /// Adds the primary keys of inserted and of deleted rows.
  mutating func collect(_ overlay: Overlay, _ context: UnsafeMutablePointer<AccessContext>) {
    guard let column = overlay.table.layout.primaryKey else {
      if let key = overlay.table.compoundKey { collect(overlay, key, context) }
      return
    }
    let live = RowSet(liveIn: overlay.cluster)
    let before = overlay.original.map { RowSet(liveIn: Cluster($0)) } ?? RowSet()
    if let original = overlay.original {
      add(before.subtracting(live), of: original, overlay.columns(ofOriginal: original)[column], overlay, column, context, isAdded: false)
    }
    add(live.subtracting(before), of: overlay.base, overlay.table.offsetsFull[column], overlay, column, context, isAdded: true)
  }

  private mutating func collect(_ overlay: Overlay, _ key: CompoundKey, _ context: UnsafeMutablePointer<AccessContext>) {
    let live = RowSet(liveIn: overlay.cluster)
    let before = overlay.original.map { RowSet(liveIn: Cluster($0)) } ?? RowSet()
    if let original = overlay.original {
      add(before.subtracting(live), of: original, overlay.columns(ofOriginal: original), overlay, key, context, isAdded: false)
    }
    add(live.subtracting(before), of: overlay.base, overlay.table.fullColumns, overlay, key, context, isAdded: true)
  }

  private mutating func add(
    _ rows: RowSet, of base: UnsafeMutableRawPointer, _ columns: UnsafePointer<ColumnOffset>, _ overlay: Overlay, _ key: CompoundKey,
    _ context: UnsafeMutablePointer<AccessContext>, isAdded: Bool
  ) {
    let id = overlay.table.id
    let first = Int64(overlay.number) << Int64(overlay.table.shift)
    let home = SlotHome(base: base, context: context)
    for slot in rows {
      let hash = key.withProbe(base, columns, slot, home) { $0.hash(table: id) }
      add(hash, KeyEntries.entry(id, first + Int64(slot)), isAdded: isAdded)
    }
  }

  private mutating func add(
    _ rows: RowSet, of base: UnsafeMutableRawPointer, _ offset: ColumnOffset, _ overlay: Overlay, _ column: Int,
    _ context: UnsafeMutablePointer<AccessContext>, isAdded: Bool
  ) {
    if rows.isEmpty { return }
    let table = overlay.table
    let id = table.id
    let layout = table.layouts[column]
    let cells = base + offset.offset
    let first = Int64(overlay.number) << Int64(table.shift)
    // Fast path for the most common type of key.
    if layout.kind == .scalar, layout.width == 8, !layout.hasNullFlag {
      for slot in rows {
        let key = cells.load(fromByteOffset: slot * 8, as: Int64.self)
        add(KeyProbe(.int(key)).hash(table: id), KeyEntries.entry(id, first + Int64(slot)), isAdded: isAdded)
      }
      return
    }
    let home = SlotHome(base: base, context: context)
    for slot in rows {
      let probe = KeyProbe(
        cell: cells + slot * layout.width, column: layout, null: layout.hasNullFlag ? base + offset.null + slot : nil, home: home)
      add(probe.hash(table: id), KeyEntries.entry(id, first + Int64(slot)), isAdded: isAdded)
    }
  }
}
