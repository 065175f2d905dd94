import AshlarSchema

extension Overlay {
  /// A cell of a row before and after the write; nil where the row was not, or is not, live.
  func cells(_ slot: Int, _ column: Int) -> (old: UnsafeMutableRawPointer?, new: UnsafeMutableRawPointer?) {
    let width = table.layout.columns[column].width
    let new = base.isLive(slot) ? base + Int(table.offsetsFull[column].offset) + slot * width : nil
    guard wasLive(slot), let original else { return (nil, new) }
    let offset = table.offsets(capacity: original.header(ClusterHeader.capacityOffset)).columns[column].offset
    return (original + Int(offset) + slot * width, new)
  }

  /// Whether every cell that was stored to is what it was: then there is nothing to write. O(changed rows), and less as soon as
  /// one differs.
  var isUnchanged: Bool {
    guard let original else { return false }
    let offsets = table.offsets(capacity: original.header(ClusterHeader.capacityOffset)).columns
    for slot in 0..<table.layout.capacity {
      let mask = mask(slot)
      if mask == 0 { continue }
      let isLive = base.isLive(slot)
      guard isLive == wasLive(slot) else { return false }
      guard isLive else { continue }
      for (ordinal, column) in table.layout.columns.enumerated() where mask >> UInt64(ordinal & 63) & 1 != 0 {
        let (new, old) = (table.offsetsFull[ordinal], offsets[ordinal])
        let width = column.width
        guard
          UnsafeRawBufferPointer(start: base + Int(new.offset) + slot * width, count: width).elementsEqual(
            UnsafeRawBufferPointer(start: original + Int(old.offset) + slot * width, count: width))
        else { return false }
        if column.hasNullFlag,
          (base + Int(new.null) + slot).load(as: UInt8.self) != (original + Int(old.null) + slot).load(as: UInt8.self)
        {
          return false
        }
      }
    }
    return true
  }
}
