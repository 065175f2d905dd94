import AshlarSchema

extension StoreSession {
  /// The packed elements of the list in `cell`; valid until the list or the generation changes.
  @inlinable
  public func listElements(_ cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer, width: Int) -> UnsafeRawBufferPointer {
    let slot = Slot(at: cell)
    if slot.tag == Slot.listTag, let address = slot.address {
      let buffer = address.assumingMemoryBound(to: ListBuffer.self)
      return UnsafeRawBufferPointer(start: buffer.pointee.elements, count: buffer.pointee.count * width)
    }
    return Slot.bytes(at: cell, in: base)
  }

  /// The list in `cell` of a writable row, in a form that can be changed.
  func writableList(_ cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer, _ column: ColumnLayout) -> UnsafeMutablePointer<
    ListBuffer
  > {
    let slot = Slot(at: cell)
    if slot.tag == Slot.listTag, let address = slot.address { return address.assumingMemoryBound(to: ListBuffer.self) }
    guard let transaction else { preconditionFailure("changing a list needs a write transaction") }
    let buffer = transaction.makeBuffer(width: column.elementWidth, copying: Slot.bytes(at: cell, in: base))
    dropSlot(cell, base)
    if column.hasSlotElements {
      detach(UnsafeMutableRawBufferPointer(start: buffer.pointee.elements, count: buffer.pointee.count * 16), base)
    }
    Slot(pointer: UnsafeMutableRawPointer(buffer), count: 0, tag: Slot.listTag).store(at: cell)
    return buffer
  }

  // Long strings of a list that will be written anew: their bytes in the heap, which stay where they are for as long as the
  // overlay lives, become garbage, and the elements refer to them by address.
  private func detach(_ elements: UnsafeMutableRawBufferPointer, _ base: UnsafeMutableRawPointer) {
    for start in stride(from: 0, to: elements.count, by: 16) {
      let element = Slot(at: elements.baseAddress! + start)
      guard element.tag == Slot.heapTag else { continue }
      dropSlot(elements.baseAddress! + start, base)
      Slot(pointer: base + base.heapOffset + element.heapOffset, count: element.outlineCount).store(at: elements.baseAddress! + start)
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

extension ColumnLayout {
  /// Whether the elements of a list are slots.
  var hasSlotElements: Bool { kind == .list && (type == .string || type == .data || type == .any) }
}
