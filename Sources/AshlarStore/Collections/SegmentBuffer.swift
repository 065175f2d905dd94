import AshlarSchema

/// A collection in segments that the open write transaction changes. Segments that are changed become memory of this; the
/// others stay where they are stored. Finding an element takes O(log segments), and O(segments) after another was added or
/// removed; changing it O(segment).
///
/// Invariants: no segment is empty; `starts` holds the index of the first element of each of the first `settled` segments;
/// slots of own segments are inline, null, out-of-line values, or refer to memory that may be written to and lives as long as the
/// transaction.
final class SegmentBuffer {
  struct Segment {
    /// The number of a stored segment; 0 for memory of the buffer.
    var number: UInt64
    var count: Int
    /// The first element; nil for a stored segment that was not looked at.
    var start: UnsafeMutableRawPointer?
    /// What slots of a stored segment refer to, and how many bytes there are.
    var base: UnsafeMutableRawPointer?
    var heapSize = 0
    /// Elements there is room for in own memory.
    var capacity = 0

    var isOwn: Bool { number == 0 }
  }

  let element: ElementLayout
  let width: Int
  private let values: StoredValues
  @exclusivity(unchecked) private(set) var segments: [Segment] = []
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var starts: [Int] = []
  @exclusivity(unchecked) private var settled = 0
  // Copies of stored segments' heaps: text is written over where it is.
  @exclusivity(unchecked) private var heaps: [UnsafeMutableRawPointer] = []
  // The segment that was asked for last.
  @exclusivity(unchecked) private var last = 0

  /// Elements of a full segment in memory.
  let full: Int

  /// A stored collection.
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

  /// Elements that were in one piece, and whose slots refer to what own segments' may.
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

  // Makes `starts` right up to the segment with an element, and finds it.
  private func segment(at index: Int) -> Int {
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
    return low
  }

  // The first element of a segment, and what its slots refer to.
  private func resolved(_ segment: Int) -> (start: UnsafeMutableRawPointer, base: UnsafeMutableRawPointer) {
    if segments[segment].start == nil {
      let found = values.foundSegment(segments[segment].number, element, count: segments[segment].count)
      // What cannot be read counts as zeros: no commit comes of it.
      segments[segment].start = found?.start ?? StoredValues.zeros(segments[segment].count * width)
      segments[segment].base = found?.base
      segments[segment].heapSize = found?.heapSize ?? 0
    }
    let start = segments[segment].start!
    return (start, segments[segment].base ?? start)
  }

  /// An element to be read.
  func place(_ index: Int) -> (cell: UnsafeMutableRawPointer, base: UnsafeMutableRawPointer) {
    let segment = segment(at: index)
    let (start, base) = resolved(segment)
    return (start + (index - starts[segment]) * width, base)
  }

  /// The elements of a segment. O(segments) after others were added or removed.
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

  /// An element to be changed in place.
  func writable(_ index: Int) -> UnsafeMutableRawPointer {
    let segment = segment(at: index)
    return own(segment) + (index - starts[segment]) * width
  }

  // Copies a stored segment.
  @discardableResult
  private func own(_ segment: Int) -> UnsafeMutableRawPointer {
    if segments[segment].isOwn, let start = segments[segment].start { return start }
    let (source, base) = resolved(segment)
    let size = segments[segment].count
    let copy = UnsafeMutableRawPointer.allocate(byteCount: max(full, size) * width, alignment: 16)
    copy.copyMemory(from: source, byteCount: size * width)
    if element.hasSlots, segments[segment].heapSize > 0 {
      let heap = UnsafeMutableRawPointer.allocate(byteCount: segments[segment].heapSize, alignment: 8)
      heaps.append(heap)
      heap.copyMemory(from: base + base.heapOffset, byteCount: segments[segment].heapSize)
      UnsafeRawBufferPointer(start: copy, count: size * width).forEachSlot(element) { cell in
        let slot = Slot(at: cell)
        if slot.tag == Slot.heapTag { Slot(pointer: heap + slot.heapOffset, count: slot.outlineCount).store(at: cell) }
      }
    }
    segments[segment] = Segment(number: 0, count: size, start: copy, base: nil, capacity: max(full, size))
    return copy
  }

  // Full segments of elements that lie elsewhere.
  private func pieces(_ start: UnsafeRawPointer, _ count: Int) -> [Segment] {
    stride(from: 0, to: count, by: full).map { first in
      let size = min(full, count - first)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: full * width, alignment: 16)
      memory.copyMemory(from: start + first * width, byteCount: size * width)
      return Segment(number: 0, count: size, start: memory, base: nil, capacity: full)
    }
  }

  private func changed(_ segment: Int) { settled = min(settled, segment + 1) }

  private func insert(_ new: [Segment], at segment: Int) {
    segments.insert(contentsOf: new, at: segment)
    starts.insert(contentsOf: repeatElement(0, count: new.count), at: segment)
    settled = min(settled, segment)
  }

  private func drop(_ range: Range<Int>) {
    if range.isEmpty { return }
    for segment in segments[range] where segment.isOwn { segment.start?.deallocate() }
    segments.removeSubrange(range)
    starts.removeSubrange(range)
    settled = min(settled, range.lowerBound)
    last = 0
  }

  // Cuts a segment before one of its elements, neither the first nor behind the last.
  private func split(_ segment: Int, before offset: Int) {
    let start = own(segment)
    let tail = pieces(start + offset * width, segments[segment].count - offset)
    segments[segment].count = offset
    insert(tail, at: segment + 1)
  }

  /// Opens a gap of `added` elements at `index`, and returns its first, to be filled at once. O(segment + added).
  func open(at index: Int, _ added: Int) -> UnsafeMutableRawPointer {
    precondition(index >= 0 && index <= count && added > 0)
    defer { count += added }
    // Most often there is room at the end.
    if index == count, let end = segments.last, end.isOwn, let start = end.start, end.count + added <= min(end.capacity, full) {
      segments[segments.count - 1].count = end.count + added
      return start + end.count * width
    }
    let isAtEnd = index == count
    if !segments.isEmpty {
      let segment = isAtEnd ? segments.count - 1 : segment(at: index)
      let offset = isAtEnd ? segments[segment].count : index - starts[segment]
      if segments[segment].count + added <= full { return open(segment, offset, added) }
      if !isAtEnd, offset > 0 {
        // Few elements get room in one of two halves, many become a segment.
        let middle = segments[segment].count / 2
        guard added < full / 2, middle > 0 else {
          split(segment, before: offset)
          return openSegment(at: segment + 1, added)
        }
        split(segment, before: middle)
        if offset <= middle, middle + added <= full { return open(segment, offset, added) }
        let second = self.segment(at: index)
        return open(second, index - starts[second], added)
      }
      if !isAtEnd { return openSegment(at: segment, added) }
    }
    return openSegment(at: segments.count, added)
  }

  // In a segment with room, or one that gets it.
  private func open(_ segment: Int, _ offset: Int, _ added: Int) -> UnsafeMutableRawPointer {
    var start = own(segment)
    let size = segments[segment].count
    if size + added > segments[segment].capacity {
      let larger = UnsafeMutableRawPointer.allocate(byteCount: (size + added) * width, alignment: 16)
      larger.copyMemory(from: start, byteCount: size * width)
      start.deallocate()
      start = larger
      segments[segment].start = larger
      segments[segment].capacity = size + added
    }
    let place = start + offset * width
    (place + added * width).copyMemory(from: place, byteCount: (size - offset) * width)
    segments[segment].count = size + added
    changed(segment)
    return place
  }

  private func openSegment(at segment: Int, _ added: Int) -> UnsafeMutableRawPointer {
    let capacity = max(full, added)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity * width, alignment: 16)
    insert([Segment(number: 0, count: added, start: memory, base: nil, capacity: capacity)], at: segment)
    return memory
  }

  /// Removes a range of elements. O(segment + segments).
  func close(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    if range.isEmpty { return }
    var segment = segment(at: range.lowerBound)
    var left = range.count
    let offset = range.lowerBound - starts[segment]
    if offset > 0 {
      let taken = min(left, segments[segment].count - offset)
      close(segment, offset, taken)
      left -= taken
      segment += 1
    }
    var whole = segment
    while left > 0, segments[whole].count <= left {
      left -= segments[whole].count
      whole += 1
    }
    if left > 0 { close(whole, 0, left) }
    drop(segment..<whole)
    count -= range.count
  }

  private func close(_ segment: Int, _ offset: Int, _ removed: Int) {
    let start = own(segment)
    let rest = segments[segment].count - offset - removed
    (start + offset * width).copyMemory(from: start + (offset + removed) * width, byteCount: rest * width)
    segments[segment].count -= removed
    changed(segment)
  }

  /// Removes the elements at ascending positions. O(segment) for each segment that has some, and O(segments).
  func remove(_ positions: [Int]) {
    var end = positions.count
    while end > 0 {
      let segment = segment(at: positions[end - 1])
      let first = starts[segment]
      var begin = end - 1
      while begin > 0, positions[begin - 1] >= first { begin -= 1 }
      if end - begin == segments[segment].count {
        drop(segment..<segment + 1)
      } else {
        let start = own(segment)
        var kept = positions[begin] - first
        for index in begin..<end {
          let position = positions[index] - first
          let next = index + 1 < end ? positions[index + 1] - first : segments[segment].count
          let between = next - position - 1
          (start + kept * width).copyMemory(from: start + (position + 1) * width, byteCount: between * width)
          kept += between
        }
        segments[segment].count = kept
        changed(segment)
      }
      end = begin
    }
    count -= positions.count
  }

  // MARK: - For the commit

  /// Calls `body` with the numbers of the segments that are as they were stored, in their order.
  func forEachStored(_ body: (UInt64) -> Void) {
    for segment in segments where !segment.isOwn { body(segment.number) }
  }

  /// Bytes that a segment takes, but for its header.
  func size(_ segment: Int) -> Int {
    let (start, _) = resolved(segment)
    let elements = UnsafeRawBufferPointer(start: start, count: segments[segment].count * width)
    return elements.count + StoredSegment.textSize(elements, element)
  }

  /// Joins changed segments that became small with their neighbours.
  func compact() {
    let quarter = StoredSegment.limit / 4
    var segment = 0
    while segment + 1 < segments.count {
      guard segments[segment].isOwn || segments[segment + 1].isOwn else {
        segment += 1
        continue
      }
      let (first, second) = (size(segment), size(segment + 1))
      guard first < quarter || second < quarter, first + second <= quarter * 3 else {
        segment += 1
        continue
      }
      own(segment)
      let tail = own(segment + 1)
      let added = segments[segment + 1].count
      open(segment, segments[segment].count, added).copyMemory(from: tail, byteCount: added * width)
      drop(segment + 1..<segment + 2)
    }
  }

  /// Whether all of it takes fewer bytes than a collection in segments should. O(segments) at most.
  var isSmall: Bool {
    guard count * width < StoredSegment.smallLimit else { return false }
    var total = 0
    for segment in segments.indices {
      total += size(segment)
      if total >= StoredSegment.smallLimit { return false }
    }
    return true
  }

  /// All elements in one piece, with slots as those of own segments.
  func joined() -> UnsafeMutablePointer<ListBuffer> {
    let buffer = ListBuffer.make(width: width, copying: UnsafeRawBufferPointer(start: nil, count: 0))
    for segment in segments.indices {
      let start = own(segment)
      let size = segments[segment].count
      buffer.pointee.open(at: buffer.pointee.count, size, width: width).copyMemory(from: start, byteCount: size * width)
    }
    return buffer
  }

  func _checkInvariants() {
    precondition(segments.allSatisfy { $0.count > 0 }, "no segment may be empty")
    precondition(segments.reduce(0) { $0 + $1.count } == count, "the segments must have all elements")
    precondition(starts.count == segments.count && settled <= segments.count, "each segment must have a start")
    var start = 0
    for segment in 0..<settled {
      precondition(starts[segment] == start, "starts must be right as far as they are settled")
      start += segments[segment].count
    }
  }
}
