import AshlarSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Overlay {
  /// Calls `body` for each slot of a column that was written and has changed, with its row, its old cell and its new cell. The old cell is
  /// nil if the row was not live or the slot was empty; the new cell is nil if the row is not live or the slot is empty.
  @inline(__always)
  func forEachChangedSlot(
    _ column: Int, _ body: (_ row: Int, _ old: UnsafeMutableRawPointer?, _ new: UnsafeMutableRawPointer?) throws -> Void
  ) rethrows {
    let cells = base + table.offsetsFull[column].offset
    var oldCells = cells
    var oldCapacity = 0
    if let original {
      oldCapacity = Cluster(original).capacity
      oldCells = original + columns(ofOriginal: original)[column].offset
    }
    for row in storedRows(1 << UInt64(column & 63)) {
      // The cells of dead rows are empty slots.
      let new = Slot(at: cells + row * Slot.size)
      let old = row < oldCapacity ? Slot(at: oldCells + row * Slot.size) : .empty
      if new == old { continue }
      try body(row, old == .empty ? nil : oldCells + row * Slot.size, new == .empty ? nil : cells + row * Slot.size)
    }
  }

  /// Whether no row was inserted or deleted and every cell that was written has its original bytes; nothing then needs to be stored. False
  /// if the cluster is not in the snapshot. O(changed rows); returns at the first difference.
  var isUnchanged: Bool {
    guard let original else { return false }
    let offsets = columns(ofOriginal: original)
    let stored = storedRows()
    if stored.isEmpty { return true }
    guard cluster.liveCount == Cluster(original).liveCount else { return false }
    let columns = table.fileColumns
    for slot in stored {
      let mask = mask(slot)
      let isLive = cluster.isLive(slot)
      guard isLive == wasLive(slot) else { return false }
      guard isLive else { continue }
      for position in 0..<table.columnCount where mask >> UInt64(columns[position].ordinal & 63) & 1 != 0 {
        let column = columns[position].layout
        let (new, old) = (columns[position].offset, offsets[columns[position].ordinal])
        let width = column.width
        guard memcmp(base + new.offset + slot * width, original + old.offset + slot * width, width) == 0 else { return false }
        if column.hasNullFlag,
          (base + new.null + slot).load(as: UInt8.self) != (original + old.null + slot).load(as: UInt8.self)
        {
          return false
        }
      }
    }
    return true
  }
}
