import AshlarSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Overlay {
  /// Returns whether the header, rows and cells equal those of the cluster at `other`, which must have the same capacity, and whether each
  /// pair of cells refers to equal bytes. Heap bytes that no cell refers to may differ, because a write that unpacks a list overwrites its
  /// strings in place. Used by assertions. O(rows + elements).
  func isCopy(of other: UnsafeMutableRawPointer) -> Bool {
    guard memcmp(base, other, table.fixedSizeFull) == 0 else { return false }
    let live = RowSet(liveIn: cluster)
    for column in table.slotColumns {
      let offset = table.offsetsFull[column.ordinal].offset
      for slot in live {
        let (mine, others) = (base + offset + slot * Slot.size, other + offset + slot * Slot.size)
        guard Overlay.refersToSame(mine, base, others, other) else { return false }
        guard let element = column.element, element.hasSlots, Slot(at: mine).tag == Slot.heapTag else { continue }
        var elements: [UnsafeMutableRawPointer] = []
        ElementRun(Slot.bytesNearby(at: mine, in: base), element).forEachSlot { elements.append($0) }
        var isSame = true
        var next = 0
        ElementRun(Slot.bytesNearby(at: others, in: other), element).forEachSlot {
          isSame = isSame && Overlay.refersToSame(elements[next], base, $0, other)
          next += 1
        }
        guard isSame else { return false }
      }
    }
    return true
  }

  private static func refersToSame(
    _ a: UnsafeMutableRawPointer, _ home: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer, _ other: UnsafeMutableRawPointer
  ) -> Bool {
    guard Slot(at: a) == Slot(at: b) else { return false }
    return Slot(at: a).tag != Slot.heapTag || Slot.bytesNearby(at: a, in: home).elementsEqual(Slot.bytesNearby(at: b, in: other))
  }
}
