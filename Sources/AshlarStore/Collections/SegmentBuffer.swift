import AshlarSchema

/// A collection in segments that the open write transaction changes. When a segment is changed, it is copied to memory that the buffer
/// owns; other segments are read where they are stored. Finding an element takes O(log segments), and O(segments) after an insertion or a
/// removal; changing an element takes O(segment).
///
/// Invariants: no segment is empty. `starts` contains the index of the first element of each of the first `settled` segments. Slots of
/// owned segments are inline, null or out-of-line values, or refer to writable memory that lives as long as the transaction.
final class SegmentBuffer {
  /// A stored segment, or one in memory that the buffer owns. It has few fields, because a write creates one for each entry of the
  /// directory.
  struct Segment {
    /// The number of a stored segment; 0 for memory that the buffer owns.
    var number: UInt64
    var count: Int
    /// The first element; nil for a stored segment that has not been read yet.
    var start: UnsafeMutableRawPointer?
    // The number of elements that owned memory has room for, or the size in bytes of the heap of a stored segment that has been read.
    private var size: Int

    /// Creates a stored segment that has not been read yet.
    init(number: UInt64, count: Int) {
      assert(number > 0, "a stored segment has a number")
      (self.number, self.count, start, size) = (number, count, nil, 0)
    }

    /// Creates a segment in memory that the buffer owns.
    init(own start: UnsafeMutableRawPointer, count: Int, capacity: Int) {
      (number, self.count, self.start, size) = (0, count, start, capacity)
    }

    var isOwn: Bool { number == 0 }
    /// The number of elements that owned memory has room for; 0 for a stored segment.
    var capacity: Int { isOwn ? size : 0 }
    /// The size of the heap of a stored segment that has been read, in bytes; 0 for owned memory.
    var heapSize: Int { isOwn ? 0 : size }

    /// Returns the base that the slots of the elements at `start` refer to.
    func base(_ start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { isOwn ? start : start - StoredSegment.headerSize }

    /// Records the address at which a stored segment was found, and the size of its heap.
    mutating func found(_ start: UnsafeMutableRawPointer, heapSize: Int) {
      assert(!isOwn, "owned memory is not read from the file")
      (self.start, size) = (start, heapSize)
    }

    /// Replaces the memory of an owned segment.
    mutating func enlarge(_ start: UnsafeMutableRawPointer, capacity: Int) {
      assert(isOwn && count <= capacity, "the elements fit in the new memory")
      (self.start, size) = (start, capacity)
    }
  }

  let element: ElementLayout
  let width: Int
  let values: StoredValues
  @exclusivity(unchecked) var segments: [Segment] = []
  @exclusivity(unchecked) var count = 0
  @exclusivity(unchecked) var starts: [Int] = []
  @exclusivity(unchecked) var settled = 0
  // The copies of the heaps of stored segments that were copied to owned memory: their text is overwritten in place.
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
    let number = directory.count
    starts = [Int](unsafeUninitializedCapacity: number + SegmentBuffer.spare) { starts, made in
      var before = 0
      segments = [Segment](unsafeUninitializedCapacity: number + SegmentBuffer.spare) { segments, made in
        while made < number {
          let end = directory.end(made)
          segments.initializeElement(at: made, to: Segment(number: directory.number(made), count: end - before))
          starts.initializeElement(at: made, to: before)
          before = end
          made += 1
        }
      }
      count = before
      made = number
    }
    settled = number
  }

  // The number of segments that can be added before the arrays must be reallocated.
  private static let spare = 8

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

  // Returns the index of the segment that contains an element. Extends `starts` up to that segment.
  func segment(at index: Int) -> Int {
    assert(index >= 0 && index < count, "an element is below the count")
    assert(starts.count == segments.count && settled <= segments.count, "each segment has a start, of which some are settled")
    if last < settled, starts[last] <= index, index < starts[last] + segments[last].count { return last }
    if settled == 0 {
      starts[0] = 0
      settled = 1
    }
    settle(upTo: index)
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

  // Extends `starts` up to the segment that contains an element. Accesses the arrays through pointers, which avoids checks for each
  // segment: a list of a million numbers has a thousand segments.
  private func settle(upTo index: Int) {
    var next = settled
    segments.withUnsafeBufferPointer { segments in
      starts.withUnsafeMutableBufferPointer { starts in
        precondition(next > 0 && starts.count == segments.count && next <= segments.count, "each segment has a start")
        var end = starts[next - 1] + segments[next - 1].count
        while next < segments.count, index >= end {
          starts[next] = end
          end += segments[next].count
          next += 1
        }
      }
    }
    settled = next
  }

  // Returns the first element of a segment, and the base that its slots refer to.
  func resolved(_ segment: Int) -> (start: UnsafeMutableRawPointer, base: UnsafeMutableRawPointer) {
    if let start = segments[segment].start { return (start, segments[segment].base(start)) }
    let found = values.foundSegment(segments[segment].number, element, count: segments[segment].count)
    // A segment that cannot be read is replaced with zeros, whose slots refer to no heap; the transaction will not commit.
    let start = found?.start ?? SharedZeros.all.bytes(segments[segment].count * width)
    segments[segment].found(start, heapSize: found?.heapSize ?? 0)
    return (start, segments[segment].base(start))
  }

  /// Returns an element for reading, and the base that its slots refer to.
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

  /// Calls `body` with the elements of each segment in memory that the buffer owns, in the order of the collection.
  func forEachChanged(_ body: (_ elements: UnsafeRawBufferPointer) -> Void) {
    segments.withUnsafeBufferPointer { segments in
      for index in segments.indices where segments[index].isOwn {
        body(UnsafeRawBufferPointer(start: segments[index].start, count: segments[index].count * width))
      }
    }
  }

  // MARK: - Changing

  /// Returns an element for modification in place.
  func writable(_ index: Int) -> UnsafeMutableRawPointer {
    let segment = segment(at: index)
    return own(segment) + (index - starts[segment]) * width
  }

  // Returns the address of a segment's first element in owned memory, to which a stored segment is copied first.
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
    segments[segment] = Segment(own: copy, count: size, capacity: max(full, size))
    return copy
  }

  // Copies elements into full owned segments.
  func pieces(_ start: UnsafeRawPointer, _ count: Int) -> [Segment] {
    stride(from: 0, to: count, by: full).map { first in
      let size = min(full, count - first)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: full * width, alignment: 16)
      memory.copyMemory(from: start + first * width, byteCount: size * width)
      return Segment(own: memory, count: size, capacity: full)
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
