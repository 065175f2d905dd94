import AshlarSchema

/// A collection in segments that the open write transaction changes. When a segment is changed, it is copied to memory that the buffer
/// owns; other segments are read where they are stored. Finding an element takes O(log segments), and O(segments) after an insertion or a
/// removal; changing an element takes O(segment).
///
/// Invariants: no segment is empty. `starts` contains the index of the first element of each of the first `settled` segments. Slots of
/// owned segments are inline, null or out-of-line values, or refer to writable memory that lives as long as the transaction.
final class SegmentBuffer {
  struct Segment {
    /// The number of a stored segment; 0 for memory that the buffer owns.
    var number: UInt64
    var count: Int
    /// The first element; nil for a stored segment that has not been read yet.
    var start: UnsafeMutableRawPointer?
    /// The base that slots of a stored segment refer to, and the size of its heap in bytes.
    var base: UnsafeMutableRawPointer?
    var heapSize = 0
    /// The number of elements that owned memory has room for.
    var capacity = 0

    var isOwn: Bool { number == 0 }
  }

  let element: ElementLayout
  let width: Int
  let values: StoredValues
  @exclusivity(unchecked) var segments: [Segment] = []
  @exclusivity(unchecked) var count = 0
  @exclusivity(unchecked) var starts: [Int] = []
  @exclusivity(unchecked) var settled = 0
  // Copies of stored segments' heaps, because text is overwritten in place.
  @exclusivity(unchecked) var heaps: [UnsafeMutableRawPointer] = []
  // The segment that was used last.
  @exclusivity(unchecked) var last = 0

  /// The number of elements in a full segment in memory.
  let full: Int

  /// Creates a buffer for a stored collection.
  init(_ slot: Slot, _ element: ElementLayout, _ values: StoredValues) {
    self.element = element
    self.values = values
    width = element.width
    full = max(4, StoredSegment.limit / element.width)
    guard let directory = values.foundDirectory(slot) else { return }
    segments.reserveCapacity(directory.count + 4)
    var before = 0
    for index in 0..<directory.count {
      let end = directory.end(index)
      segments.append(Segment(number: directory.number(index), count: end - before))
      before = end
    }
    count = before
    starts = [Int](repeating: 0, count: segments.count)
  }

  /// Creates a buffer from contiguous elements whose slots satisfy the invariant for owned segments.
  init(_ elements: UnsafeRawBufferPointer, _ element: ElementLayout, _ values: StoredValues) {
    self.element = element
    self.values = values
    width = element.width
    full = max(4, StoredSegment.limit / element.width)
    count = elements.count / width
    if let start = elements.baseAddress, count > 0 { segments = pieces(start, count) }
    starts = [Int](repeating: 0, count: segments.count)
  }

  deinit {
    for segment in segments where segment.isOwn { segment.start?.deallocate() }
    for heap in heaps { heap.deallocate() }
  }

  // MARK: - Finding

  // Finds the segment that contains an element; extends `starts` up to that segment.
  func segment(at index: Int) -> Int {
    assert(index >= 0 && index < count, "an element is below the count")
    assert(starts.count == segments.count && settled <= segments.count, "each segment has a start, of which some are settled")
    if last < settled, starts[last] <= index, index < starts[last] + segments[last].count { return last }
    if settled == 0 {
      starts[0] = 0
      settled = 1
    }
    while settled < segments.count {
      let end = starts[settled - 1] + segments[settled - 1].count
      if index < end { break }
      starts[settled] = end
      settled += 1
    }
    var low = 0
    var high = settled - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= index { low = middle } else { high = middle - 1 }
    }
    last = low
    assert(starts[low] <= index && index < starts[low] + segments[low].count, "the settled starts lead to the element's segment")
    return low
  }

  // Returns the first element of a segment, and the base that its slots refer to.
  func resolved(_ segment: Int) -> (start: UnsafeMutableRawPointer, base: UnsafeMutableRawPointer) {
    if segments[segment].start == nil {
      let found = values.foundSegment(segments[segment].number, element, count: segments[segment].count)
      // A segment that cannot be read is replaced with zeros; the transaction will not commit.
      segments[segment].start = found?.start ?? SharedZeros.all.bytes(segments[segment].count * width)
      segments[segment].base = found?.base
      segments[segment].heapSize = found?.heapSize ?? 0
    }
    let start = segments[segment].start!
    return (start, segments[segment].base ?? start)
  }

  /// Returns an element for reading.
  func place(_ index: Int) -> (cell: UnsafeMutableRawPointer, base: UnsafeMutableRawPointer) {
    let segment = segment(at: index)
    let (start, base) = resolved(segment)
    return (start + (index - starts[segment]) * width, base)
  }

  /// Returns the elements of a segment. O(segments) after an insertion or a removal.
  func part(_ segment: Int) -> ElementsPart? {
    if settled < segments.count { _ = self.segment(at: count - 1) }
    let (start, base) = resolved(segment)
    return ElementsPart(first: starts[segment], count: segments[segment].count, start: start, base: base)
  }

  /// Calls `body` with the elements of each segment.
  func forEachRun(_ body: (_ elements: UnsafeRawBufferPointer, _ base: UnsafeMutableRawPointer) -> Void) {
    for segment in segments.indices {
      let (start, base) = resolved(segment)
      body(UnsafeRawBufferPointer(start: start, count: segments[segment].count * width), base)
    }
  }

  // MARK: - Changing

  /// Returns an element for modification in place.
  func writable(_ index: Int) -> UnsafeMutableRawPointer {
    let segment = segment(at: index)
    return own(segment) + (index - starts[segment]) * width
  }

  // Returns the first element of a segment in owned memory; copies a stored segment.
  @discardableResult
  func own(_ segment: Int) -> UnsafeMutableRawPointer {
    assert(!segments[segment].isOwn || segments[segment].start != nil, "memory that the buffer owns has an address")
    if segments[segment].isOwn, let start = segments[segment].start { return start }
    let (source, base) = resolved(segment)
    let size = segments[segment].count
    let copy = UnsafeMutableRawPointer.allocate(byteCount: max(full, size) * width, alignment: 16)
    copy.copyMemory(from: source, byteCount: size * width)
    if element.hasSlots, segments[segment].heapSize > 0 {
      let heap = UnsafeMutableRawPointer.allocate(byteCount: segments[segment].heapSize, alignment: 8)
      heaps.append(heap)
      heap.copyMemory(from: base + ClusterHeader.heapOffset(at: base), byteCount: segments[segment].heapSize)
      ElementRun(UnsafeRawBufferPointer(start: copy, count: size * width), element).forEachSlot { cell in
        let slot = Slot(at: cell)
        if slot.tag == Slot.heapTag {
          assert(slot.heapOffset + slot.outlineCount <= segments[segment].heapSize, "the texts of a segment are in its heap")
          Slot(pointer: heap + slot.heapOffset, count: slot.outlineCount).store(at: cell)
        }
      }
    }
    segments[segment] = Segment(number: 0, count: size, start: copy, base: nil, capacity: max(full, size))
    return copy
  }

  // Copies elements into full owned segments.
  func pieces(_ start: UnsafeRawPointer, _ count: Int) -> [Segment] {
    stride(from: 0, to: count, by: full).map { first in
      let size = min(full, count - first)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: full * width, alignment: 16)
      memory.copyMemory(from: start + first * width, byteCount: size * width)
      return Segment(number: 0, count: size, start: memory, base: nil, capacity: full)
    }
  }

  func changed(_ segment: Int) { settled = min(settled, segment + 1) }

  func insert(_ new: [Segment], at segment: Int) {
    segments.insert(contentsOf: new, at: segment)
    starts.insert(contentsOf: repeatElement(0, count: new.count), at: segment)
    settled = min(settled, segment)
  }

  func drop(_ range: Range<Int>) {
    if range.isEmpty { return }
    for segment in segments[range] where segment.isOwn { segment.start?.deallocate() }
    segments.removeSubrange(range)
    starts.removeSubrange(range)
    settled = min(settled, range.lowerBound)
    last = 0
  }
}
