public import AshlarSchema

extension StoreSession {
  /// A collection in mutable form.
  enum WritableElements {
    case list(UnsafeMutablePointer<ListBuffer>)
    case segments(SegmentBuffer)
  }

  // The size in bytes above which a contiguous list is divided into segments, so that a change of one element does not move all elements.
  private static let longestList = 1 << 16

  /// Returns the collection in `cell` of a writable row in mutable form.
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

  // Makes the long strings of a list that will be rewritten refer to their bytes by address. The bytes stay in the heap, which does not
  // move while the overlay exists, and are counted as garbage.
  private func detach(_ elements: UnsafeRawBufferPointer, _ layout: ElementLayout, _ base: UnsafeMutableRawPointer) {
    ElementRun(elements, layout).forEachSlot { cell in
      let slot = Slot(at: cell)
      guard slot.tag == Slot.heapTag else { return }
      dropSlot(cell, base)
      Slot(pointer: base + Cluster(base).heapOffset + slot.heapOffset, count: slot.outlineCount).store(at: cell)
    }
  }

  /// Opens a gap in a collection of a writable row and returns the address of the gap. The gap is contiguous, and the caller must fill it
  /// immediately. O(elements) while the collection is short, otherwise O(segment + added).
  public func insertElements(_ row: RowAccess, _ column: Int, _ element: ElementLayout, at index: Int, count: Int)
    -> UnsafeMutableRawPointer
  {
    switch changing(row, column, element) {
    case .list(let buffer): return buffer.pointee.open(at: index, count, width: element.width)
    case .segments(let buffer): return buffer.open(at: index, count)
    }
  }

  /// Removes a range of elements from a collection of a writable row. O(count) while the collection is short, otherwise O(segment +
  /// segments).
  public func removeElements(_ row: RowAccess, _ column: Int, _ element: ElementLayout, _ range: Range<Int>) {
    switch changing(row, column, element) {
    case .list(let buffer): buffer.pointee.close(range, width: element.width)
    case .segments(let buffer): buffer.close(range)
    }
  }

  /// Removes the elements at the positions, which must be in ascending order. O(count) while the collection is short, otherwise O(segment)
  /// for each affected segment, plus O(segments).
  public func removeElements(_ row: RowAccess, _ column: Int, _ element: ElementLayout, at positions: [Int]) {
    switch changing(row, column, element) {
    case .list(let buffer): buffer.pointee.remove(positions, width: element.width)
    case .segments(let buffer): buffer.remove(positions)
    }
  }

  /// Opens a gap before each of the positions, which must be in nondecreasing order. The new element for `positions[i]` is at `positions[i]
  /// + i`, and the caller must fill it immediately. O(count) while the collection is short, otherwise O(segment) for each position.
  public func insertElements(_ row: RowAccess, _ column: Int, _ element: ElementLayout, before positions: [Int]) {
    switch changing(row, column, element) {
    case .list(let buffer): buffer.pointee.open(before: positions, width: element.width)
    case .segments(let buffer): for position in positions.reversed() { _ = buffer.open(at: position, 1) }
    }
  }

  /// Returns the address of an element in a collection of a writable row, for modification in place. The address is valid until elements
  /// are inserted or removed or the write ends.
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

  /// Removes up to `limit` links to a row from a collection of a writable row. Returns the number of removed links. O(count); for a
  /// collection in segments, O(segments + segment) if the links are in the segments that `SegmentBuffer.positions` searches first.
  func unlinkElements(
    _ cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer, _ element: ElementLayout, from target: Int64, limit: Int
  ) -> Int {
    switch writableElements(cell, in: base, element) {
    case .list(let buffer): return buffer.pointee.unlink(target, limit: limit, element)
    case .segments(let buffer):
      let positions = buffer.positions(ofLinksTo: target, limit: limit)
      buffer.removeLinks(positions)
      return positions.count
    }
  }

  /// Removes every link to the given rows from a collection of a writable row. Returns the target of each removed link. O(count).
  func unlinkElements(
    _ cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer, _ element: ElementLayout, _ targets: LinkTargets
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
          if targets.contains(target) {
            positions.append(index)
            found.append(target)
          }
          index += 1
        }
      }
      buffer.removeLinks(positions)
      return found
    }
  }
}
