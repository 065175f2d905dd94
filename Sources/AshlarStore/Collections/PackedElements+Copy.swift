import AshlarSchema

extension PackedElements {
  /// Copies the elements to `cells`, which must have room for `count` of them. The bytes of slots that are not inline are copied to one
  /// block of memory, to which the copies' slots refer. Returns the block, which the caller must deallocate; nil if there are no such
  /// bytes.
  public func copy(to cells: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    if !element.hasSlots, let run = inOnePiece {
      if let start = run.baseAddress { cells.copyMemory(from: start, byteCount: run.count) }
      return nil
    }
    var place = cells
    var size = 0
    forEachRun { run, home in
      guard let start = run.baseAddress else { return }
      place.copyMemory(from: start, byteCount: run.count)
      place += run.count
      if element.hasSlots {
        ElementRun(run, element).forEachSlot { if PackedElements.isElsewhere($0) { size += Slot.bytes(at: $0, in: home).count } }
      }
    }
    if size == 0 { return nil }
    let text = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
    var used = 0
    place = cells
    forEachRun { run, home in
      guard let start = run.baseAddress else { return }
      ElementRun(run, element).forEachSlot { cell in
        guard PackedElements.isElsewhere(cell) else { return }
        let bytes = Slot.bytes(at: cell, in: home)
        if let source = bytes.baseAddress { (text + used).copyMemory(from: source, byteCount: bytes.count) }
        Slot(pointer: text + used, count: bytes.count).store(at: place + (UnsafeRawPointer(cell) - start))
        used += bytes.count
      }
      place += run.count
    }
    return text
  }

  private static func isElsewhere(_ cell: UnsafeMutableRawPointer) -> Bool {
    let slot = Slot(at: cell)
    return !slot.isInline && !slot.isNull
  }
}
