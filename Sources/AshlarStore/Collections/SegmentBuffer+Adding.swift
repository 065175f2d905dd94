// Opens gaps for new elements.
extension SegmentBuffer {
  // Splits a segment before one of its elements other than the first.
  private func split(_ segment: Int, before offset: Int) {
    assert(offset > 0 && offset < segments[segment].count, "no part of a segment is empty")
    let start = own(segment)
    let tail = pieces(start + offset * width, segments[segment].count - offset)
    segments[segment].count = offset
    insert(tail, at: segment + 1)
  }

  /// Opens a gap of `added` elements at `index` and returns the address of the gap, which the caller must fill immediately. O(segment +
  /// added).
  func open(at index: Int, _ added: Int) -> UnsafeMutableRawPointer {
    precondition(index >= 0 && index <= count && added > 0)
    defer {
      count += added
      #if ASHLAR_CHECKED
        _checkIfSmall()
      #endif
    }
    // The common case: the last segment has room at its end.
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
        // A few elements fit in one of two halves; many become a separate segment.
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

  // Opens a gap within a segment, which is enlarged if it has no room.
  func open(_ segment: Int, _ offset: Int, _ added: Int) -> UnsafeMutableRawPointer {
    var start = own(segment)
    let size = segments[segment].count
    if size + added > segments[segment].capacity {
      let larger = UnsafeMutableRawPointer.allocate(byteCount: (size + added) * width, alignment: 16)
      larger.copyMemory(from: start, byteCount: size * width)
      start.deallocate()
      start = larger
      segments[segment].enlarge(larger, capacity: size + added)
    }
    assert(offset >= 0 && offset <= size && size + added <= segments[segment].capacity, "the gap is inside the segment's memory")
    let place = start + offset * width
    (place + added * width).copyMemory(from: place, byteCount: (size - offset) * width)
    segments[segment].count = size + added
    changed(segment)
    return place
  }

  private func openSegment(at segment: Int, _ added: Int) -> UnsafeMutableRawPointer {
    let capacity = max(full, added)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity * width, alignment: 16)
    insert([Segment(own: memory, count: added, capacity: capacity)], at: segment)
    return memory
  }
}
