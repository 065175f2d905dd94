import AshlarSchema
import CAshlar

/// The directory of a collection in segments, as it is stored: for each segment its number, UInt64, and how many elements the
/// collection has up to its end, UInt32.
struct SegmentDirectory {
  static let entrySize = 12

  let bytes: UnsafeRawBufferPointer

  /// How many segments there are.
  var count: Int { bytes.count / SegmentDirectory.entrySize }

  @inline(__always)
  func number(_ segment: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: segment * SegmentDirectory.entrySize, as: UInt64.self)
  }

  /// The index behind a segment's last element.
  @inline(__always)
  func end(_ segment: Int) -> Int {
    Int(bytes.loadUnaligned(fromByteOffset: segment * SegmentDirectory.entrySize + 8, as: UInt32.self))
  }

  /// The index of a segment's first element.
  @inline(__always)
  func start(_ segment: Int) -> Int { segment == 0 ? 0 : end(segment - 1) }

  /// The segment with an element. O(log count).
  func segment(at index: Int) -> Int {
    var low = 0
    var high = count - 1
    while low < high {
      let middle = (low + high) / 2
      if end(middle) <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether it can be that of a collection of `elements`.
  func isRight(elements: Int) -> Bool {
    guard count > 0, bytes.count % SegmentDirectory.entrySize == 0 else { return false }
    var before = 0
    for segment in 0..<count {
      guard number(segment) > 0, number(segment) < Slot.valueLimit, end(segment) > before else { return false }
      before = end(segment)
    }
    return before == elements
  }

  /// A segment of a directory to be.
  struct Entry {
    let number: UInt64
    let end: Int
  }

  /// Writes a directory, which takes `entrySize` bytes an entry.
  static func write(_ entries: [Entry], to value: inout BlockWriter) {
    for entry in entries {
      value.append(entry.number)
      value.append(UInt32(entry.end))
    }
  }
}

/// A part of a collection, as it is stored. It is an out-of-line value: behind the header of such a value
///
///      8  UInt32  elements
///     12  UInt32  where their heap begins, from the beginning of the value: slots refer to it as others to their cluster's
///     16          the packed elements
///                 the heap
struct StoredSegment {
  static let headerSize = 16
  /// Bytes of elements and heap at most: with the headers of value and page they fill two pages, and one half fills one.
  static let limit = 8128
  /// Collections with more bytes of elements and short text are stored in segments.
  static let largeLimit = 4096
  /// Collections in segments with fewer bytes become one piece again.
  static let smallLimit = 2048

  /// The value.
  let base: UnsafeMutableRawPointer
  /// Elements.
  let count: Int
  /// Bytes of the heap.
  let heapSize: Int

  /// The first element.
  var start: UnsafeMutableRawPointer { base + StoredSegment.headerSize }

  /// Nil when the value is not a segment of such elements. `checked` tells that it was looked at before.
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

  /// The packed elements.
  func elements(_ width: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count * width) }

  /// Bytes of text that elements have to take with them: not inline, and not out-of-line values.
  static func textSize(_ elements: UnsafeRawBufferPointer, _ element: ElementLayout) -> Int {
    guard element.hasSlots else { return 0 }
    var size = 0
    ElementRun(elements, element).forEachSlot { cell in
      let slot = Slot(at: cell)
      if slot.tag == Slot.heapTag || (slot.tag == Slot.pointerTag && slot.outlineCount <= StoredValues.limit) { size += slot.outlineCount }
    }
    return size
  }

  /// Writes a segment of elements whose text lies in memory, behind the header of its value.
  static func write(_ elements: UnsafeRawBufferPointer, _ element: ElementLayout, to value: inout BlockWriter) {
    value.append(UInt32(elements.count / element.width))
    value.append(UInt32(headerSize + elements.count))
    let first = value.size
    value.append(elements)
    guard element.hasSlots, let start = elements.baseAddress else { return }
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
  /// The layout for checks.
  var check: ashlar_element { ashlar_element(width: width, has_key: hasKey ? 1 : 0, value: Int32(value.rawValue)) }
}
