import AshlarSchema

/// Writes an overlay as a stored cluster: shrunk to the smallest capacity class, short variable data gathered in the heap.
///
/// The heap is carried over as it is and added to, as long as at most a quarter of it is garbage; else it is rebuilt.
struct OverlayWriter {
  let overlay: Overlay
  private let capacity: Int
  private let rebuildsHeap: Bool
  private let keptHeap: Int
  private let addedHeap: Int
  private let rows: RowSet

  init(_ overlay: Overlay) {
    self.overlay = overlay
    let table = overlay.table
    let base = overlay.base
    var last = -1
    for word in stride(from: table.capacity / 64 - 1, through: 0, by: -1) {
      let bits = overlay.cluster.livenessWord(word)
      if bits != 0 {
        last = word * 64 + 63 - bits.leadingZeroBitCount
        break
      }
    }
    capacity = TableLayout.capacityClass(for: last + 1, of: table.capacity)
    let heap = Cluster(base).heapSize
    // Of an older layout, what removed columns referred to goes, and texts that fill new ones come.
    rebuildsHeap = overlay.older != nil || Cluster(base).heapGarbage > heap / 4
    keptHeap = rebuildsHeap ? 0 : heap
    let live = RowSet(liveIn: overlay.cluster)
    // The rows whose slots are looked at: all, or those in which one was stored to.
    rows = rebuildsHeap ? live : live.intersection(overlay.storedRows(overlay.table.slotMask))
    addedHeap = OverlayWriter.measure(overlay, rows, all: rebuildsHeap)
  }

  /// Whether nothing is left to store.
  var isEmpty: Bool { overlay.cluster.liveCount == 0 }

  /// Bytes to store: whole pages less 64, and at least one, so that LMDB keeps the value on pages of its own, aligned.
  var size: Int {
    let (_, fixed) = overlay.table.offsets(capacity: capacity)
    let needed = fixed + keptHeap + addedHeap
    return (needed + 64 + 4095) / 4096 * 4096 - 64
  }

  /// Fills `target`, which has `size` bytes, and returns the checksum.
  func write(to target: UnsafeMutableRawPointer) -> UInt32 {
    let table = overlay.table
    let base = overlay.base
    let (offsets, fixed) = table.offsets(capacity: capacity)
    if capacity == table.capacity {
      target.copyMemory(from: base, byteCount: fixed)
    } else {
      target.initializeMemory(as: UInt8.self, repeating: 0, count: fixed)
      target.copyMemory(from: base, byteCount: ClusterHeader.bitmapOffset + TableLayout.bitmapSize(capacity: capacity))
      for ordinal in 0..<table.columnCount {
        let column = table.layouts[ordinal]
        let source = table.offsetsFull[ordinal]
        (target + offsets[ordinal].offset).copyMemory(from: base + source.offset, byteCount: column.width * capacity)
        if column.hasNullFlag {
          (target + offsets[ordinal].null).copyMemory(from: base + source.null, byteCount: capacity)
        }
      }
    }
    Cluster(target).capacity = capacity
    Cluster(target).heapOffset = fixed
    Cluster(target).overlayMark = 0
    Cluster(target).sharesText = false
    let heap = target + fixed
    if keptHeap > 0 { heap.copyMemory(from: base + Cluster(base).heapOffset, byteCount: keptHeap) }
    var used = keptHeap
    for column in table.slotColumns {
      let cells = target + offsets[column.ordinal].offset
      for slot in rows {
        OverlayWriter.move(column, cells + slot * Slot.size, from: base, to: heap, &used, all: rebuildsHeap)
      }
    }
    Cluster(target).heapSize = used
    if rebuildsHeap { Cluster(target).heapGarbage = 0 }
    (heap + used).initializeMemory(as: UInt8.self, repeating: 0, count: size - fixed - used)
    let checksum = Cluster(target).checksum(table.clusterKey(overlay.number))
    Cluster(target).storedChecksum = checksum
    return checksum
  }

  // An upper bound of the bytes that `write` adds to the heap: the size is fixed before the value is filled.
  private static func measure(_ overlay: Overlay, _ rows: RowSet, all: Bool) -> Int {
    var total = 0
    for column in overlay.table.slotColumns {
      let cells = overlay.base + overlay.table.offsetsFull[column.ordinal].offset
      for slot in rows {
        total = addition(column, Slot(at: cells + slot * Slot.size), in: overlay.base, after: total, all: all)
      }
    }
    return total
  }

  // The heap's size after the bytes of one slot. Collections are 8-byte aligned; their own long strings come behind them.
  private static func addition(
    _ column: SlotColumn, _ slot: Slot, in base: UnsafeMutableRawPointer, after start: Int, all: Bool
  ) -> Int {
    guard let element = column.element else {
      return start + (slot.tag == Slot.pointerTag || (all && slot.tag == Slot.heapTag) ? slot.outlineCount : 0)
    }
    guard slot.tag == Slot.listTag || (all && slot.tag == Slot.heapTag) else { return start }
    let elements = listElements(slot, in: base, width: element.width)
    var total = start
    if element.hasSlots {
      ElementRun(elements, element).forEachSlot { cell in
        let slot = Slot(at: cell)
        if slot.tag == Slot.pointerTag || (all && slot.tag == Slot.heapTag) { total += slot.outlineCount }
      }
    }
    // 7 bytes of slack: the kept heap's end decides how much alignment takes.
    return elements.count <= Slot.inlineLimit ? total : total + elements.count + 7
  }

  private static func listElements(_ slot: Slot, in base: UnsafeMutableRawPointer, width: Int) -> UnsafeRawBufferPointer {
    if slot.tag == Slot.listTag, let address = slot.address {
      let buffer = address.assumingMemoryBound(to: ListBuffer.self).pointee
      return UnsafeRawBufferPointer(start: buffer.elements, count: buffer.count * width)
    }
    let heap = Cluster(base).heapOffset
    return UnsafeRawBufferPointer(start: base + heap + slot.heapOffset, count: slot.outlineCount)
  }

  // Moves one slot's bytes into the new heap and points the cell at them.
  private static func move(
    _ column: SlotColumn, _ cell: UnsafeMutableRawPointer, from base: UnsafeMutableRawPointer, to heap: UnsafeMutableRawPointer,
    _ used: inout Int, all: Bool
  ) {
    let slot = Slot(at: cell)
    guard let element = column.element else {
      if let moved = moved(slot, from: base, to: heap, &used, all: all) { moved.store(at: cell) }
      return
    }
    guard slot.tag == Slot.listTag || (all && slot.tag == Slot.heapTag) else { return }
    let elements = listElements(slot, in: base, width: element.width)
    guard elements.count > Slot.inlineLimit else {
      Slot(inline: elements).store(at: cell)
      return
    }
    // Reserve the list first, then its strings behind it.
    let offset = (used + 7) & ~7
    // What was in memory before must not get into a file.
    (heap + used).initializeMemory(as: UInt8.self, repeating: 0, count: offset - used)
    used = offset
    let place = heap + offset
    place.copyMemory(from: elements.baseAddress!, byteCount: elements.count)
    used += elements.count
    if element.hasSlots {
      ElementRun(UnsafeRawBufferPointer(start: place, count: elements.count), element).forEachSlot { cell in
        if let moved = moved(Slot(at: cell), from: base, to: heap, &used, all: all) { moved.store(at: cell) }
      }
    }
    Slot(heapOffset: offset, count: elements.count, fingerprint: 0).store(at: cell)
  }

  private static func moved(
    _ slot: Slot, from base: UnsafeMutableRawPointer, to heap: UnsafeMutableRawPointer, _ used: inout Int, all: Bool
  ) -> Slot? {
    let count = slot.outlineCount
    let source: UnsafeMutableRawPointer
    let fingerprint: UInt32
    if slot.tag == Slot.pointerTag, let address = slot.address {
      source = address
      fingerprint = Slot.fingerprint(UnsafeRawBufferPointer(start: source, count: count))
    } else if all, slot.tag == Slot.heapTag {
      source = base + Cluster(base).heapOffset + slot.heapOffset
      fingerprint = slot.word
    } else {
      return nil
    }
    (heap + used).copyMemory(from: source, byteCount: count)
    let offset = used
    used += count
    return Slot(heapOffset: offset, count: count, fingerprint: fingerprint)
  }
}
