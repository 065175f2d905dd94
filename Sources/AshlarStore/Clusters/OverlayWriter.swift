import AshlarSchema

/// Encodes an overlay as a stored cluster: shrinks it to the smallest capacity class, and gathers short variable-length data in the heap.
///
/// The heap is copied and appended to if at most a quarter of it is garbage and the cluster had the newest layout; otherwise it is rebuilt.
struct OverlayWriter {
  let overlay: Overlay
  private let pageSize: Int
  private let capacity: Int
  private let rebuildsHeap: Bool
  private let keptHeap: Int
  private let addedHeap: Int
  private let rows: RowSet

  /// - Parameter pageSize: The page size of the file that the cluster is written to.
  init(_ overlay: Overlay, pageSize: Int) {
    self.overlay = overlay
    self.pageSize = pageSize
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
    // Rebuilding the heap of an older layout drops the data of removed columns and adds the text that fills new columns.
    rebuildsHeap = overlay.older != nil || Cluster(base).heapGarbage > heap / 4
    keptHeap = rebuildsHeap ? 0 : heap
    let live = RowSet(liveIn: overlay.cluster)
    // The rows whose slots are visited: all live rows, or those in which a slot was written.
    rows = rebuildsHeap ? live : live.intersection(overlay.storedRows(overlay.table.slotMask))
    addedHeap = OverlayWriter.measure(overlay, rows, all: rebuildsHeap)
  }

  /// Whether the cluster has no live rows left to store.
  var isEmpty: Bool { overlay.cluster.liveCount == 0 }

  /// The number of bytes to store; see `ClusterPages`.
  var size: Int {
    let (_, fixed) = overlay.table.offsets(capacity: capacity)
    return ClusterPages.size(fixed + keptHeap + addedHeap, pageSize: pageSize)
  }

  /// Fills `target`, which has `size` bytes, and returns the checksum.
  func write(to target: UnsafeMutableRawPointer) -> UInt32 {
    let table = overlay.table
    let base = overlay.base
    let (offsets, fixed) = table.offsets(capacity: capacity)
    var block = BlockWriter(target, size: size, "a cluster")
    if capacity == table.capacity {
      block.append(from: base, fixed)
    } else {
      block.append(zeros: fixed)
      block.store(from: base, ClusterHeader.bitmapOffset + TableLayout.bitmapSize(capacity: capacity), at: 0)
      for ordinal in 0..<table.columnCount {
        let column = table.layouts[ordinal]
        let source = table.offsetsFull[ordinal]
        block.store(from: base + source.offset, column.width * capacity, at: offsets[ordinal].offset)
        if column.hasNullFlag { block.store(from: base + source.null, capacity, at: offsets[ordinal].null) }
      }
    }
    Cluster(target).capacity = capacity
    Cluster(target).heapOffset = fixed
    Cluster(target).overlayMark = 0
    Cluster(target).sharesText = false
    var heap = BlockWriter(target + fixed, size: block.room, "the heap of a cluster")
    if keptHeap > 0 { heap.append(from: base + Cluster(base).heapOffset, keptHeap) }
    for column in table.slotColumns {
      let cells = target + offsets[column.ordinal].offset
      for slot in rows { OverlayWriter.move(column, cells + slot * Slot.size, from: base, to: &heap, all: rebuildsHeap) }
    }
    Cluster(target).heapSize = heap.size
    if rebuildsHeap { Cluster(target).heapGarbage = 0 }
    assert(heap.size <= keptHeap + addedHeap, "the size of a cluster was measured before it was filled")
    heap.append(zeros: heap.room)
    let checksum = Cluster(target).checksum(table.clusterKey(overlay.number))
    Cluster(target).storedChecksum = checksum
    #if ASHLAR_CHECKED
      if let fault = ClusterCheck.headerFault(Cluster(target), table) ?? ClusterCheck.cellFault(Cluster(target), table) {
        preconditionFailure("a written cluster must pass the checks of one that is read: \(fault)")
      }
    #endif
    return checksum
  }

  // Returns an upper bound of the number of bytes that `write` adds to the heap. The size of a stored value must be known before the value
  // is filled.
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

  // Returns the upper bound `start`, increased by the number of bytes that one slot adds to the heap. Collections are aligned to 8 bytes
  // and followed by their long strings.
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
    // 7 bytes are reserved for alignment; the number needed depends on the end of the kept heap.
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

  // Appends the bytes of one slot to the new heap, unless they are in it already, and redirects the cell to them. Stores short collections
  // inline.
  private static func move(
    _ column: SlotColumn, _ cell: UnsafeMutableRawPointer, from base: UnsafeMutableRawPointer, to heap: inout BlockWriter, all: Bool
  ) {
    let slot = Slot(at: cell)
    guard let element = column.element else {
      if let moved = moved(slot, from: base, to: &heap, all: all) { moved.store(at: cell) }
      return
    }
    guard slot.tag == Slot.listTag || (all && slot.tag == Slot.heapTag) else { return }
    let elements = listElements(slot, in: base, width: element.width)
    guard elements.count > Slot.inlineLimit else {
      Slot(inline: elements).store(at: cell)
      return
    }
    // A list precedes its strings. Zeros fill the gap, because uninitialized memory must not reach the file.
    heap.append(zeros: (heap.size + 7) & ~7 - heap.size)
    let offset = heap.size
    heap.append(elements)
    if element.hasSlots {
      for place in stride(from: 0, to: elements.count, by: element.width) {
        if element.hasKey { moveElement(elements, place, from: base, to: &heap, offset, all: all) }
        if element.value == .slot { moveElement(elements, place + element.valueOffset, from: base, to: &heap, offset, all: all) }
      }
    }
    Slot(heapOffset: offset, count: elements.count, fingerprint: 0).store(at: cell)
  }

  // Appends the bytes of the slot at byte offset `place` of `elements` to the heap, and stores the new slot in the copy of the elements,
  // which begins at heap offset `offset`.
  @inline(__always)
  private static func moveElement(
    _ elements: UnsafeRawBufferPointer, _ place: Int, from base: UnsafeMutableRawPointer, to heap: inout BlockWriter, _ offset: Int,
    all: Bool
  ) {
    guard let start = elements.baseAddress, let moved = moved(Slot(at: start + place), from: base, to: &heap, all: all) else { return }
    heap.store(moved, at: offset + place)
  }

  private static func moved(_ slot: Slot, from base: UnsafeMutableRawPointer, to heap: inout BlockWriter, all: Bool) -> Slot? {
    let count = slot.outlineCount
    let offset = heap.size
    if slot.tag == Slot.pointerTag, let address = slot.address {
      heap.append(from: address, count)
      return Slot(heapOffset: offset, count: count, fingerprint: Slot.fingerprint(UnsafeRawBufferPointer(start: address, count: count)))
    }
    guard all, slot.tag == Slot.heapTag else { return nil }
    heap.append(from: base + Cluster(base).heapOffset + slot.heapOffset, count)
    return Slot(heapOffset: offset, count: count, fingerprint: slot.word)
  }
}
