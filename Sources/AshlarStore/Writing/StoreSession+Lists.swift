public import AshlarSchema

extension StoreSession {
  /// A collection in a form that can be changed.
  enum WritableElements {
    case list(UnsafeMutablePointer<ListBuffer>)
    case segments(SegmentBuffer)
  }

  // A list in one piece that grew beyond this is cut up, so that a change of one element does not move all.
  private static let longestList = 1 << 16

  /// The collection in `cell` of a writable row, in a form that can be changed.
  func writableElements(_ cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer, _ element: ElementLayout) -> WritableElements {
    let slot = Slot(at: cell)
    guard let transaction else { preconditionFailure("changing a list needs a write transaction") }
    if let buffer = segmentBuffer(slot) { return .segments(buffer) }
    if slot.tag == Slot.segmentsTag {
      return .segments(transaction.keep(SegmentBuffer(slot, element, values), in: cell))
    }
    if slot.tag == Slot.listTag, let address = slot.address {
      let buffer = address.assumingMemoryBound(to: ListBuffer.self)
      let size = buffer.pointee.count * element.width
      if size <= StoreSession.longestList { return .list(buffer) }
      let elements = UnsafeRawBufferPointer(start: buffer.pointee.elements, count: size)
      return .segments(transaction.keep(SegmentBuffer(elements, element, values), in: cell))
    }
    let buffer = ListBuffer.make(width: element.width, copying: Slot.bytesNearby(at: cell, in: base))
    dropSlot(cell, base)
    if element.hasSlots {
      detach(UnsafeRawBufferPointer(start: buffer.pointee.elements, count: buffer.pointee.count * element.width), element, base)
    }
    transaction.keep(buffer, in: cell)
    return .list(buffer)
  }

  // Long strings of a list that will be rewritten: their bytes in the heap, which stay where they are for as long as the
  // overlay lives, become garbage, and the elements refer to them by address.
  private func detach(_ elements: UnsafeRawBufferPointer, _ layout: ElementLayout, _ base: UnsafeMutableRawPointer) {
    ElementRun(elements, layout).forEachSlot { cell in
      let slot = Slot(at: cell)
      guard slot.tag == Slot.heapTag else { return }
      dropSlot(cell, base)
      Slot(pointer: base + Cluster(base).heapOffset + slot.heapOffset, count: slot.outlineCount).store(at: cell)
    }
  }

  /// Opens a gap in a list of a writable row and returns its first element, to be filled at once: the gap is in one piece.
  /// O(count) while the list is short, else O(segment + added).
  public func insertElements(_ row: RowAccess, _ column: Int, _ element: ElementLayout, at index: Int, count: Int)
    -> UnsafeMutableRawPointer
  {
    switch changing(row, column, element) {
    case .list(let buffer): return buffer.pointee.open(at: index, count, width: element.width)
    case .segments(let buffer): return buffer.open(at: index, count)
    }
  }

  /// Removes elements of a list of a writable row. O(count) while the list is short, else O(segment + segments).
  public func removeElements(_ row: RowAccess, _ column: Int, _ element: ElementLayout, _ range: Range<Int>) {
    switch changing(row, column, element) {
    case .list(let buffer): buffer.pointee.close(range, width: element.width)
    case .segments(let buffer): buffer.close(range)
    }
  }

  /// Removes the elements at ascending positions. O(count) while the list is short, else O(segment) for each segment concerned.
  public func removeElements(_ row: RowAccess, _ column: Int, _ element: ElementLayout, at positions: [Int]) {
    switch changing(row, column, element) {
    case .list(let buffer): buffer.pointee.remove(positions, width: element.width)
    case .segments(let buffer): buffer.remove(positions)
    }
  }

  /// Opens a gap before each of the positions, which rise or stay; the element that `positions[i]` made room for is at
  /// `positions[i] + i` and has to be filled at once. O(count) while the list is short, else O(segment) for each.
  public func insertElements(_ row: RowAccess, _ column: Int, _ element: ElementLayout, before positions: [Int]) {
    switch changing(row, column, element) {
    case .list(let buffer): buffer.pointee.open(before: positions, width: element.width)
    case .segments(let buffer): for position in positions.reversed() { _ = buffer.open(at: position, 1) }
    }
  }

  /// An element of a list of a writable row, to be changed in place; valid until the list changes.
  public func mutableElement(_ row: RowAccess, _ column: Int, _ element: ElementLayout, at index: Int) -> UnsafeMutableRawPointer {
    switch changing(row, column, element) {
    case .list(let buffer): return buffer.pointee.elements + index * element.width
    case .segments(let buffer): return buffer.writable(index)
    }
  }

  @inline(__always)
  private func changing(_ row: RowAccess, _ column: Int, _ element: ElementLayout) -> WritableElements {
    precondition(row.cluster.isOverlay, "the row is not writable")
    mark(row, column)
    return writableElements(row.base + row.columns[column].offset + row.slot * Slot.size, in: row.base, element)
  }

  /// Takes every link to some rows away from a collection of a writable row, and returns the row of each. O(count).
  func unlinkElements(
    _ cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer, _ element: ElementLayout, _ targets: Set<Int64>
  ) -> [Int64] {
    switch writableElements(cell, in: base, element) {
    case .list(let buffer): return buffer.pointee.unlink(targets, element)
    case .segments(let buffer):
      var positions: [Int] = []
      var found: [Int64] = []
      var index = 0
      buffer.forEachRun { elements, _ in
        for offset in Swift.stride(from: element.valueOffset, to: elements.count, by: element.width) {
          let target = elements.loadUnaligned(fromByteOffset: offset, as: Int64.self) - 1
          if target >= 0, targets.contains(target) {
            positions.append(index)
            found.append(target)
          }
          index += 1
        }
      }
      if element.hasKey {
        for position in positions { (buffer.writable(position) + element.valueOffset).storeBytes(of: 0, as: Int64.self) }
      } else {
        buffer.remove(positions)
      }
      return found
    }
  }
}
