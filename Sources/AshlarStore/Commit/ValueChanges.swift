import AshlarSchema

/// What a commit changes among values of their own: those that rows no longer refer to go, and long text and bytes of changed
/// cells come. The cells of the overlays are made to refer to them.
///
/// Each value belongs to one cell, or to the elements of one cell: a cell's values before and after tell all.
struct ValueChanges {
  private let values: StoredValues
  private var removed: [UInt64] = []
  // Slots in memory of the transaction, each with the address of bytes in it.
  private var added: [UnsafeMutableRawPointer] = []
  // The slots of `added` as they were.
  private var before: [Slot] = []

  init(_ values: StoredValues) { self.values = values }

  mutating func collect(_ overlay: Overlay) throws {
    let table = overlay.table
    let original = overlay.original
    let offsets = original.map { table.offsets(capacity: $0.header(ClusterHeader.capacityOffset)).columns }
    for slot in overlay.storedRows(table.slotMask) {
      let mask = overlay.mask(slot)
      let isLive = overlay.base.isLive(slot)
      let wasLive = overlay.wasLive(slot)
      for ordinal in table.slotColumns where mask >> UInt64(ordinal & 63) & 1 != 0 {
        let new = isLive ? overlay.base + Int(table.offsetsFull[ordinal].offset) + slot * 16 : nil
        var old: UnsafeMutableRawPointer?
        if wasLive, let original, let offsets { old = original + Int(offsets[ordinal].offset) + slot * 16 }
        if let element = table.layout.columns[ordinal].element {
          if element.hasSlots { collectElements(element, old, original, new, overlay.base) }
        } else {
          collect(old, new)
        }
      }
    }
  }

  @inline(__always)
  private mutating func collect(_ old: UnsafeMutableRawPointer?, _ new: UnsafeMutableRawPointer?) {
    if let new, ValueChanges.isLong(Slot(at: new)) { added.append(new) }
    guard let old else { return }
    let slot = Slot(at: old)
    if slot.tag == Slot.valueTag, new.map({ Slot(at: $0) != slot }) ?? true { removed.append(slot.valueNumber) }
  }

  private static func isLong(_ slot: Slot) -> Bool { slot.tag == Slot.pointerTag && slot.outlineCount > StoredValues.limit }

  private mutating func collectElements(
    _ element: ElementLayout, _ old: UnsafeMutableRawPointer?, _ original: UnsafeMutableRawPointer?, _ new: UnsafeMutableRawPointer?,
    _ base: UnsafeMutableRawPointer
  ) {
    // Elements move within their collection.
    var kept: Set<UInt64> = []
    if let new {
      let slot = Slot(at: new)
      if let old, Slot(at: old) == slot { return }
      listBytes(new, base, element.width).forEachSlot(element) { cell in
        let slot = Slot(at: cell)
        if slot.tag == Slot.valueTag { kept.insert(slot.valueNumber) } else if ValueChanges.isLong(slot) { added.append(cell) }
      }
    }
    guard let old, let original else { return }
    listBytes(old, original, element.width).forEachSlot(element) { cell in
      let slot = Slot(at: cell)
      if slot.tag == Slot.valueTag, !kept.contains(slot.valueNumber) { removed.append(slot.valueNumber) }
    }
  }

  private func listBytes(_ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ width: Int) -> UnsafeRawBufferPointer {
    let slot = Slot(at: cell)
    if slot.tag == Slot.listTag, let address = slot.address {
      let buffer = address.assumingMemoryBound(to: ListBuffer.self).pointee
      return UnsafeRawBufferPointer(start: buffer.elements, count: buffer.count * width)
    }
    return Slot.bytesNearby(at: cell, in: base)
  }

  /// Keeps what `restore` needs. To be called before `write`.
  mutating func remember() { before = added.map { Slot(at: $0) } }

  /// Makes the cells refer to memory of the transaction again.
  func restore() {
    for (cell, slot) in zip(added, before) { slot.store(at: cell) }
  }

  /// Removes and stores, and makes the cells refer to what was stored. To be called once.
  func write(to writer: any StorageWriter, _ counters: inout Counters) throws {
    for number in removed {
      let crc = try values.storedChecksum(number)
      counters.sums.removeValue(number, crc: crc)
      try writer.remove(.values, integer: number)
    }
    for cell in added {
      let slot = Slot(at: cell)
      guard let source = slot.address else { continue }
      let number = counters.nextValue
      guard number < Slot.valueLimit - 1 else { throw values.exhausted }
      counters.nextValue += 1
      let size = StoredValues.headerSize + slot.outlineCount
      let place = try writer.reserve(.values, integer: number, size: size)
      counters.sums.addValue(number, crc: StoredValues.fill(place, UnsafeRawBufferPointer(start: source, count: slot.outlineCount), number))
      Slot(value: number, count: slot.outlineCount, prefix: UInt32(truncatingIfNeeded: slot.low)).store(at: cell)
    }
  }
}
