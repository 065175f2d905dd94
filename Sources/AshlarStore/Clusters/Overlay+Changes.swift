import AshlarSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Overlay {
  /// Whether every cell that was stored to is what it was: then there is nothing to write. O(changed rows), and less as soon as
  /// one differs.
  var isUnchanged: Bool {
    guard let original else { return false }
    let offsets = table.offsets(capacity: original.header(ClusterHeader.capacityOffset)).columns
    let stored = storedRows()
    if stored.isEmpty { return true }
    guard base.header(ClusterHeader.liveCountOffset) == original.header(ClusterHeader.liveCountOffset) else { return false }
    let columns = table.fileColumns
    for slot in stored {
      let mask = mask(slot)
      let isLive = base.isLive(slot)
      guard isLive == wasLive(slot) else { return false }
      guard isLive else { continue }
      for position in 0..<table.columnCount where mask >> UInt64(columns[position].ordinal & 63) & 1 != 0 {
        let column = columns[position].layout
        let (new, old) = (columns[position].offset, offsets[columns[position].ordinal])
        let width = column.width
        guard memcmp(base + Int(new.offset) + slot * width, original + Int(old.offset) + slot * width, width) == 0 else { return false }
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
