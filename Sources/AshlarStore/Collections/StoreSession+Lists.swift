import AshlarSchema

extension StoreSession {
  /// The packed elements of the list, set or map in `cell`; valid until it or the generation changes.
  @inlinable
  public func listElements(_ cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer, width: Int) -> UnsafeRawBufferPointer {
    let slot = Slot(at: cell)
    if slot.tag == Slot.listTag, let address = slot.address {
      let buffer = address.assumingMemoryBound(to: ListBuffer.self)
      return UnsafeRawBufferPointer(start: buffer.pointee.elements, count: buffer.pointee.count * width)
    }
    return Slot.bytesNearby(at: cell, in: base)
  }

  /// The list in `cell` of a writable row, in a form that can be changed.
  func writableList(_ cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer, _ column: ColumnLayout) -> UnsafeMutablePointer<
    ListBuffer
  > {
    let slot = Slot(at: cell)
    if slot.tag == Slot.listTag, let address = slot.address { return address.assumingMemoryBound(to: ListBuffer.self) }
    guard let transaction else { preconditionFailure("changing a list needs a write transaction") }
    let buffer = transaction.makeBuffer(width: column.elementWidth, copying: Slot.bytesNearby(at: cell, in: base))
    dropSlot(cell, base)
    if let element = column.element, element.hasSlots {
      detach(UnsafeRawBufferPointer(start: buffer.pointee.elements, count: buffer.pointee.count * element.width), element, base)
    }
    Slot(pointer: UnsafeMutableRawPointer(buffer), count: 0, tag: Slot.listTag).store(at: cell)
    return buffer
  }

  // Long strings of a list that will be written anew: their bytes in the heap, which stay where they are for as long as the
  // overlay lives, become garbage, and the elements refer to them by address.
  private func detach(_ elements: UnsafeRawBufferPointer, _ layout: ElementLayout, _ base: UnsafeMutableRawPointer) {
    elements.forEachSlot(layout) { cell in
      let slot = Slot(at: cell)
      guard slot.tag == Slot.heapTag else { return }
      dropSlot(cell, base)
      Slot(pointer: base + base.heapOffset + slot.heapOffset, count: slot.outlineCount).store(at: cell)
    }
  }

  /// Opens a gap in a list of a writable row and returns its first element, to be filled at once. O(count).
  public func insertElements(_ row: RowAccess, _ column: Int, at index: Int, count: Int) -> UnsafeMutableRawPointer {
    let (cell, layout) = listCell(row, column)
    mark(row, column)
    return writableList(cell, in: row.base, layout).pointee.open(at: index, count, width: layout.elementWidth)
  }

  /// Removes elements of a list of a writable row. O(count).
  public func removeElements(_ row: RowAccess, _ column: Int, _ range: Range<Int>) {
    let (cell, layout) = listCell(row, column)
    mark(row, column)
    writableList(cell, in: row.base, layout).pointee.close(range, width: layout.elementWidth)
  }

  /// Removes the elements at rising positions. O(count).
  public func removeElements(_ row: RowAccess, _ column: Int, at positions: [Int]) {
    let (cell, layout) = listCell(row, column)
    mark(row, column)
    writableList(cell, in: row.base, layout).pointee.remove(positions, width: layout.elementWidth)
  }

  /// Opens a gap before each of the positions, which rise or stay, and returns the first element of the collection; the
  /// element that `positions[i]` made room for is at `positions[i] + i` and has to be filled at once. O(count).
  public func insertElements(_ row: RowAccess, _ column: Int, before positions: [Int]) -> UnsafeMutableRawPointer {
    let (cell, layout) = listCell(row, column)
    mark(row, column)
    let buffer = writableList(cell, in: row.base, layout)
    buffer.pointee.open(before: positions, width: layout.elementWidth)
    return buffer.pointee.elements
  }

  /// The elements of a list of a writable row, to be changed in place.
  public func mutableElements(_ row: RowAccess, _ column: Int) -> UnsafeMutableRawPointer {
    let (cell, layout) = listCell(row, column)
    mark(row, column)
    return writableList(cell, in: row.base, layout).pointee.elements
  }

  private func listCell(_ row: RowAccess, _ column: Int) -> (UnsafeMutableRawPointer, ColumnLayout) {
    guard let table = transaction?.overlay(at: row.base).table else { preconditionFailure("the row is not writable") }
    return (row.base + Int(row.columns[column].offset) + row.slot * 16, table.layout.columns[column])
  }
}
