import AshlarSchema

/// The changes that a commit makes to out-of-line values. It removes the values that rows no longer refer to, and stores the long text,
/// long bytes and parts of large collections of changed cells. The cells of the overlays are then redirected to the stored values.
///
/// Each value belongs to one cell, or to the elements of one cell, so the cell's old and new contents determine all changes.
struct ValueChanges {
  let session: StoreSession
  let transaction: WriteTransaction
  private var removed: [UInt64] = []
  // Slots whose bytes are in the transaction's memory.
  private var added: [UnsafeMutableRawPointer] = []
  private var large: [LargeCollection] = []
  // The original slots of `added` and of `large`.
  private var before: (added: [Slot], large: [Slot]) = ([], [])

  /// A cell, and the collection that it will refer to.
  struct LargeCollection {
    let cell: UnsafeMutableRawPointer
    let element: ElementLayout
    let content: StoreSession.WritableElements
  }

  // Whether any cell can refer to long bytes, in the file or in memory. If there have never been any long bytes, the search is skipped.
  private let mayBeLong: Bool

  init(_ session: StoreSession, _ transaction: WriteTransaction) {
    self.session = session
    self.transaction = transaction
    mayBeLong = transaction.hasLongBytes || session.counters.nextValue > 1
  }

  mutating func collect(_ overlay: Overlay) {
    if let older = overlay.older { collect(overlay, older) }
    if overlay.table.slotColumns.isEmpty || overlay.storedRows(overlay.table.slotMask).isEmpty { return }
    for column in overlay.table.slotColumns {
      if !mayBeLong, column.element == nil { continue }
      if let element = column.element {
        overlay.forEachChangedSlot(column.ordinal) { _, old, new in collect(element, old, overlay.original, new, overlay.base) }
      } else {
        overlay.forEachChangedSlot(column.ordinal) { _, old, new in
          if let new, ValueChanges.isLong(Slot(at: new)) { added.append(new) }
          if let old, Slot(at: old).tag == Slot.valueTag { removed.append(Slot(at: old).valueNumber) }
        }
      }
    }
  }

  // Collects the changes for a cluster of an older layout: the out-of-line values of removed columns, and the long text and data that fill
  // new columns.
  private mutating func collect(_ overlay: Overlay, _ older: OlderCluster) {
    guard mayBeLong || !older.layout.longFills.isEmpty, let original = overlay.original,
      let offsets = older.layout.offsets(capacity: Cluster(original).capacity)?.columns
    else { return }
    for column in older.layout.droppedSlots {
      for row in RowSet(liveIn: Cluster(original)) {
        let cell = original + offsets[column.ordinal].offset + row * Slot.size
        if let element = column.element {
          collect(element, cell, original, nil, overlay.base)
        } else if Slot(at: cell).tag == Slot.valueTag {
          removed.append(Slot(at: cell).valueNumber)
        }
      }
    }
    for ordinal in older.layout.longFills {
      // Cells that were written are collected with the other changes.
      for row in RowSet(liveIn: overlay.cluster).subtracting(overlay.storedRows(1 << UInt64(ordinal & 63))) {
        let cell = overlay.base + overlay.table.offsetsFull[ordinal].offset + row * Slot.size
        if ValueChanges.isLong(Slot(at: cell)) { added.append(cell) }
      }
    }
  }

  private static func isLong(_ slot: Slot) -> Bool { slot.tag == Slot.pointerTag && slot.outlineCount > StoredValues.limit }

  // MARK: - Collections

  private mutating func collect(
    _ element: ElementLayout, _ old: UnsafeMutableRawPointer?, _ original: UnsafeMutableRawPointer?, _ new: UnsafeMutableRawPointer?,
    _ base: UnsafeMutableRawPointer
  ) {
    if let new { choose(new, element) }
    // Elements, and their out-of-line values, may move within their collection.
    var kept: Set<UInt64> = []
    if element.hasSlots {
      session.forEachChangedRun(element, old: nil, in: nil, new: new, in: base) { elements, _, _ in
        ElementRun(elements, element).forEachSlot { cell in
          let slot = Slot(at: cell)
          if slot.tag == Slot.valueTag { kept.insert(slot.valueNumber) } else if ValueChanges.isLong(slot) { added.append(cell) }
        }
      }
    }
    guard let old else { return }
    let slot = Slot(at: old)
    guard slot.tag == Slot.segmentsTag else {
      guard element.hasSlots, let original else { return }
      session.elements(old, in: SlotHome(base: original, context: session.context), element).forEachRun { elements, _ in
        removeValues(of: elements, element, except: kept)
      }
      return
    }
    guard let directory = session.values.foundDirectory(slot) else { return }
    for segment in directory.segments(notIn: new.flatMap { session.segmentBuffer(Slot(at: $0)) }) {
      if element.hasSlots, let found = session.values.foundSegment(directory, segment, element) {
        removeValues(of: found.elements(element.width), element, except: kept)
      }
      removed.append(directory.number(segment))
    }
    removed.append(slot.valueNumber)
  }

  // Removes the out-of-line values of elements that were replaced, except for values that other elements of the collection refer to now.
  private mutating func removeValues(of elements: UnsafeRawBufferPointer, _ element: ElementLayout, except kept: Set<UInt64>) {
    ElementRun(elements, element).forEachSlot { cell in
      let slot = Slot(at: cell)
      if slot.tag == Slot.valueTag, !kept.contains(slot.valueNumber) { removed.append(slot.valueNumber) }
    }
  }

  // Decides whether a changed collection is stored in one piece or in segments.
  private mutating func choose(_ cell: UnsafeMutableRawPointer, _ element: ElementLayout) {
    let slot = Slot(at: cell)
    if let buffer = session.segmentBuffer(slot) {
      buffer.compact()
      if buffer.isSmall {
        transaction.keep(buffer.joined(), in: cell)
      } else {
        large.append(LargeCollection(cell: cell, element: element, content: .segments(buffer)))
      }
    } else if slot.tag == Slot.listTag, let address = slot.address {
      let buffer = address.assumingMemoryBound(to: ListBuffer.self)
      let elements = UnsafeRawBufferPointer(start: buffer.pointee.elements, count: buffer.pointee.count * element.width)
      if elements.count + StoredSegment.textSize(elements, element) > StoredSegment.largeLimit {
        large.append(LargeCollection(cell: cell, element: element, content: .list(buffer)))
      }
    }
  }

  // MARK: - Writing

  /// Saves the state that `restore` needs. Must be called before `write`.
  mutating func remember() { before = (added.map { Slot(at: $0) }, large.map { Slot(at: $0.cell) }) }

  /// Makes the cells refer to the transaction's memory again.
  func restore() {
    for (cell, slot) in zip(added, before.added) { slot.store(at: cell) }
    for (collection, slot) in zip(large, before.large) { slot.store(at: collection.cell) }
  }

  /// Removes and stores values, and redirects the cells to the stored ones. Must be called only once.
  func write(to writer: any StorageWriter, _ counters: inout Counters) throws {
    let values = session.values
    for number in removed {
      counters.sums.removeValue(number, crc: try values.storedChecksum(number))
      try writer.remove(.values, integer: number)
    }
    for cell in added {
      let slot = Slot(at: cell)
      guard let source = slot.address else { continue }
      let number = try store(StoredValues.headerSize + slot.outlineCount, writer, &counters) { $0.append(from: source, slot.outlineCount) }
      Slot(value: number, count: slot.outlineCount, firstByte: source.load(as: UInt8.self)).store(at: cell)
    }
    for collection in large { try write(collection, to: writer, &counters) }
  }

  private func write(_ collection: LargeCollection, to writer: any StorageWriter, _ counters: inout Counters) throws {
    let element = collection.element
    var directory: [SegmentDirectory.Entry] = []
    var end = 0
    func add(_ start: UnsafeMutableRawPointer?, _ count: Int) throws {
      guard let start else { return }
      try SegmentCut.forEachPiece(UnsafeRawBufferPointer(start: start, count: count * element.width), element) { piece, size in
        let number = try store(size, writer, &counters) { StoredSegment.write(piece, element, to: &$0) }
        end += piece.count / element.width
        directory.append(SegmentDirectory.Entry(number: number, end: end))
      }
    }
    switch collection.content {
    case .list(let buffer): try add(buffer.pointee.elements, buffer.pointee.count)
    case .segments(let buffer):
      directory.reserveCapacity(buffer.segments.count + 8)
      try buffer.segments.withUnsafeBufferPointer { segments in
        for index in segments.indices {
          if segments[index].isOwn {
            try add(segments[index].start, segments[index].count)
          } else {
            end += segments[index].count
            directory.append(SegmentDirectory.Entry(number: segments[index].number, end: end))
          }
        }
      }
    }
    guard end <= Int(UInt32.max) else { throw session.values.tooManyElements }
    let size = StoredValues.headerSize + directory.count * SegmentDirectory.entrySize
    let number = try store(size, writer, &counters) { SegmentDirectory.write(directory, to: &$0) }
    Slot(directory: number, count: end).store(at: collection.cell)
  }

  // Stores a value of `size` bytes including its header, after which `write` appends the other bytes. Returns the number of the value.
  private func store(
    _ size: Int, _ writer: any StorageWriter, _ counters: inout Counters, _ write: (inout BlockWriter) -> Void
  ) throws -> UInt64 {
    let number = counters.nextValue
    guard number < Slot.valueLimit - 1 else { throw session.values.exhausted }
    counters.nextValue += 1
    var entry = BlockWriter(try writer.reserveNew(.values, number: number, size: size), size: size, "an out-of-line value")
    StoredValues.begin(&entry)
    write(&entry)
    counters.sums.addValue(number, crc: StoredValues.seal(&entry, number))
    return number
  }
}
