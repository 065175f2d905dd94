import AshlarSchema
import CAshlar

/// The stored directory of a collection in segments. For each segment, it contains the segment's number, UInt64, and the number of elements
/// in the collection up to the segment's end, UInt32.
struct SegmentDirectory {
  static let entrySize = 12

  let bytes: UnsafeRawBufferPointer

  /// The number of segments.
  var count: Int { bytes.count / SegmentDirectory.entrySize }

  @inline(__always)
  func number(_ segment: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: segment * SegmentDirectory.entrySize, as: UInt64.self)
  }

  /// Returns the index after a segment's last element.
  @inline(__always)
  func end(_ segment: Int) -> Int {
    Int(bytes.loadUnaligned(fromByteOffset: segment * SegmentDirectory.entrySize + 8, as: UInt32.self))
  }

  /// Returns the index of a segment's first element.
  @inline(__always)
  func start(_ segment: Int) -> Int { segment == 0 ? 0 : end(segment - 1) }

  /// Returns the index of the segment that contains an element. O(log count).
  func segment(at index: Int) -> Int {
    var low = 0
    var high = count - 1
    while low < high {
      let middle = (low + high) / 2
      if end(middle) <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns whether the directory is valid for a collection of `elements` elements.
  func isRight(elements: Int) -> Bool {
    let count = self.count
    guard count > 0, bytes.count % SegmentDirectory.entrySize == 0 else { return false }
    var before = 0
    for segment in 0..<count {
      let (number, end) = (number(segment), end(segment))
      guard number > 0, number < Slot.valueLimit, end > before else { return false }
      before = end
    }
    return before == elements
  }

  /// A segment of a directory that is being written.
  struct Entry {
    let number: UInt64
    let end: Int
  }

  /// Writes a directory, `entrySize` bytes per entry. Whether the entries fit is checked once for all of them, because every change of a
  /// collection writes its whole directory.
  static func write(_ entries: [Entry], to value: inout BlockWriter) {
    value.append(atMost: entries.count * entrySize) { bytes in
      var offset = 0
      for entry in entries {
        bytes.storeBytes(of: entry.number, toByteOffset: offset, as: UInt64.self)
        bytes.storeBytes(of: UInt32(entry.end), toByteOffset: offset + 8, as: UInt32.self)
        offset += entrySize
      }
      return offset
    }
  }
}

/// A stored part of a collection. It is an out-of-line value with these fields after the value's header:
///
///      8  UInt32  the number of elements
///     12  UInt32  the offset of the heap from the start of the value; slots refer to it as slots of rows refer to their cluster's heap
///     16          the packed elements
///                 the heap
struct StoredSegment {
  static let headerSize = 16
  /// The maximum number of bytes of elements and heap. With the headers of the value and its first page, a full segment fills two pages,
  /// also if it is encrypted, and half of a segment fills one. Earlier releases wrote up to 8,128 bytes.
  static let limit = 8120
  /// The number of bytes of elements and short text above which a collection is stored in segments.
  static let largeLimit = 4096
  /// The number of bytes below which a collection in segments is stored in one piece again.
  static let smallLimit = 2048

  /// The address of the value.
  let base: UnsafeMutableRawPointer
  /// The number of elements.
  let count: Int
  /// The size of the heap in bytes.
  let heapSize: Int

  /// The address of the first element.
  var start: UnsafeMutableRawPointer { base + StoredSegment.headerSize }

  /// Returns nil if the value is not a segment of elements with this layout.
  /// - Parameter checked: Whether the value has been validated before; it is then not validated again.
  init?(_ entry: UnsafeRawBufferPointer, _ element: ElementLayout, checked: Bool) {
    guard entry.count >= StoredSegment.headerSize, let start = entry.baseAddress else { return nil }
    base = UnsafeMutableRawPointer(mutating: start)
    count = Int(start.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    let heap = Int(start.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    heapSize = entry.count - heap
    if checked { return }
    guard heap == StoredSegment.headerSize + count * element.width, heap <= entry.count, count > 0,
      ashlar_check_elements(start + StoredSegment.headerSize, count * element.width, heapSize, element.check) != 0
    else { return nil }
  }

  /// Returns the packed elements.
  func elements(_ width: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count * width) }

  /// Returns the number of bytes of text that must be stored with the elements: text that is neither inline nor an out-of-line value.
  static func textSize(_ elements: UnsafeRawBufferPointer, _ element: ElementLayout) -> Int {
    guard element.hasSlots else { return 0 }
    var size = 0
    ElementRun(elements, element).forEachSlot { cell in
      let slot = Slot(at: cell)
      if slot.tag == Slot.heapTag || (slot.tag == Slot.pointerTag && slot.outlineCount <= StoredValues.limit) { size += slot.outlineCount }
    }
    return size
  }

  /// Writes a segment after the header of its value. Slots of the elements must not refer to a heap.
  static func write(_ elements: UnsafeRawBufferPointer, _ element: ElementLayout, to value: inout BlockWriter) {
    value.append(UInt32(elements.count / element.width))
    value.append(UInt32(headerSize + elements.count))
    let first = value.size
    value.append(elements)
    // The value has exactly the size of the elements and their text. If it is not larger than the elements, they have no text outside of
    // their slots.
    guard value.room > 0, element.hasSlots, let start = elements.baseAddress else { return }
    let heap = value.size
    ElementRun(elements, element).forEachSlot { cell in
      let slot = Slot(at: cell)
      guard slot.tag == Slot.pointerTag, let source = slot.address else { return }
      let bytes = UnsafeRawBufferPointer(start: source, count: slot.outlineCount)
      let moved = Slot(heapOffset: value.size - heap, count: bytes.count, fingerprint: Slot.fingerprint(bytes))
      value.append(bytes)
      value.store(moved, at: first + (UnsafeRawPointer(cell) - start))
    }
  }
}

extension ElementLayout {
  /// The layout in the form that the C checks use.
  var check: ashlar_element { ashlar_element(width: width, has_key: hasKey ? 1 : 0, value: Int32(value.rawValue)) }
}
