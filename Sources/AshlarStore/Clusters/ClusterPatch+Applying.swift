import AshlarSchema

extension ClusterPatch {
  /// Applies a patch to `copy`, whose heap must have room for the text, and marks the changed cells. Returns false if the bytes are
  /// invalid. If the patch extends `earlier`, `copy` must already contain the rows of `earlier` and their marks.
  static func apply(_ bytes: UnsafeRawBufferPointer, to copy: Overlay, texts: Int, behind earlier: UnsafeRawBufferPointer? = nil) -> Bool {
    let table = copy.table
    let cluster = copy.cluster
    let base = copy.base
    let heapSize = cluster.heapSize
    let end = bytes.count - texts
    let columns = table.fileColumns
    let columnCount = table.columnCount
    var position = earlier.map { $0.count - textSize($0) } ?? headerSize
    for _ in (earlier.map(rowCount) ?? 0)..<rowCount(bytes) {
      guard position + 2 <= end else { return false }
      let slot = Int(bytes[position])
      let isLive = bytes[position + 1] == 1
      position += 2
      guard slot < table.capacity else { return false }
      cluster.setLive(slot, isLive)
      guard isLive else {
        clear(copy, slot)
        continue
      }
      guard position + 8 <= end else { return false }
      var present = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      position += 8
      // A new row is a changed row even if all its cells are zero, so its mask must not be empty.
      var mask: UInt64 = present == 0 ? 1 : 0
      while present != 0 {
        let number = present.trailingZeroBitCount
        present &= present - 1
        guard number < columnCount else { return false }
        let column = columns[number].layout
        let offset = columns[number].offset
        guard position + column.width + (column.hasNullFlag ? 1 : 0) <= end else { return false }
        let source = bytes.baseAddress! + position
        guard accepts(column, source, heap: heapSize + texts) else { return false }
        (base + offset.offset + slot * column.width).copyMemory(from: source, byteCount: column.width)
        position += column.width
        if column.hasNullFlag {
          (base + offset.null + slot).storeBytes(of: bytes[position], as: UInt8.self)
          position += 1
        }
        mask |= 1 << UInt64(columns[number].ordinal)
      }
      copy.mark(slot, mask)
    }
    guard position == end else { return false }
    (base + cluster.heapOffset + heapSize).copyMemory(from: bytes.baseAddress! + end, byteCount: texts)
    cluster.heapSize = heapSize + texts
    cluster.heapGarbage = Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    cluster.liveCount = Int(bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    var live = 0
    for word in 0..<max(1, table.capacity / 64) { live += cluster.livenessWord(word).nonzeroBitCount }
    return live > 0 && live == cluster.liveCount
  }

  private static func accepts(_ column: ColumnLayout, _ cell: UnsafeRawPointer, heap: Int) -> Bool {
    switch column.kind {
    case .scalar, .date: return true
    case .link, .embedded:
      let link = cell.loadUnaligned(as: UInt64.self)
      return link <= UInt64(Counters.keyLimit)
    case .string, .data, .any:
      let slot = Slot(at: cell)
      return slot.isInline || slot.isNull || slot.tag == Slot.valueTag
        || (slot.tag == Slot.heapTag && slot.heapOffset + slot.outlineCount <= heap)
    case .list, .set, .map: return isZero(cell, column.width) || (column.element != nil && Slot(at: cell).isSegments)
    }
  }

  private static func clear(_ copy: Overlay, _ slot: Int) {
    for ordinal in 0..<copy.table.columnCount {
      let column = copy.table.layouts[ordinal]
      let offset = copy.table.offsetsFull[ordinal]
      (copy.base + offset.offset + slot * column.width).initializeMemory(as: UInt8.self, repeating: 0, count: column.width)
      if column.hasNullFlag { (copy.base + offset.null + slot).storeBytes(of: 0, as: UInt8.self) }
    }
    copy.mark(slot, .max)
  }
}
