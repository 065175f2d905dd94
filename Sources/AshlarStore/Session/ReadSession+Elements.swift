public import AshlarSchema

extension ReadSession {
  /// Returns the elements of the list, set or map in `cell`; valid until the collection or the generation changes.
  @inlinable @inline(__always)
  public func elements(_ cell: UnsafeMutableRawPointer, in home: SlotHome, _ element: ElementLayout) -> PackedElements {
    if Slot(at: cell).tag <= Slot.heapTag { return PackedElements(Slot.bytesNearby(at: cell, in: home.base), element, home) }
    return elementsElsewhere(cell, in: home, element)
  }

  @inline(never) @usableFromInline
  func elementsElsewhere(_ cell: UnsafeMutableRawPointer, in home: SlotHome, _ element: ElementLayout) -> PackedElements {
    let slot = Slot(at: cell)
    if slot.tag == Slot.listTag, let address = slot.address {
      let buffer = address.assumingMemoryBound(to: ListBuffer.self)
      let bytes = UnsafeRawBufferPointer(start: buffer.pointee.elements, count: buffer.pointee.count * element.width)
      return PackedElements(bytes, element, home)
    }
    if slot.tag == Slot.segmentsTag { return PackedElements(slot, count: slot.outlineCount, element, home) }
    return PackedElements(slot, count: segmentBuffer(slot)?.count ?? 0, element, home)
  }

  func segmentBuffer(_ slot: Slot) -> SegmentBuffer? {
    guard slot.tag == Slot.segmentBufferTag, let address = slot.address else { return nil }
    return Unmanaged<SegmentBuffer>.fromOpaque(address).takeUnretainedValue()
  }

  /// Calls `body` with the old and the new elements of a collection that the open write has changed, except for elements in segments that
  /// both forms share.
  func forEachChangedRun(
    _ element: ElementLayout, old: UnsafeMutableRawPointer?, in original: UnsafeMutableRawPointer?, new: UnsafeMutableRawPointer?,
    in base: UnsafeMutableRawPointer, _ body: (_ elements: UnsafeRawBufferPointer, _ home: SlotHome, _ isNew: Bool) -> Void
  ) {
    if let old, let new, Slot(at: old) == Slot(at: new) { return }
    if let old, let original {
      let slot = Slot(at: old)
      if slot.tag == Slot.segmentsTag {
        guard let directory = values.foundDirectory(slot) else { return }
        for segment in directory.segments(notIn: new.flatMap { segmentBuffer(Slot(at: $0)) }) {
          guard let found = values.foundSegment(directory, segment, element) else { continue }
          body(found.elements(element.width), SlotHome(base: found.base, context: context), false)
        }
      } else {
        elements(old, in: SlotHome(base: original, context: context), element).forEachRun { body($0, $1, false) }
      }
    }
    guard let new else { return }
    if let buffer = segmentBuffer(Slot(at: new)) {
      buffer.forEachChanged { elements in
        guard let start = elements.baseAddress else { return }
        body(elements, SlotHome(base: UnsafeMutableRawPointer(mutating: start), context: context), true)
      }
    } else {
      elements(new, in: SlotHome(base: base, context: context), element).forEachRun { body($0, $1, true) }
    }
  }

  /// Returns the bytes of the slot in `cell`, a cell of the cluster at `base`; empty for null.
  public func bytes(at cell: UnsafeRawPointer, in base: UnsafeMutableRawPointer) throws(StoreError) -> UnsafeRawBufferPointer {
    let slot = Slot(at: cell)
    return slot.tag == Slot.valueTag ? try values.bytes(slot) : Slot.bytesNearby(at: cell, in: base)
  }
}
