import AshlarSchema

// Prepares a buffer for a commit: computes sizes, and merges segments that are too small.
extension SegmentBuffer {
  /// Returns the size that a segment has when it is stored, in bytes, excluding the header.
  func size(_ segment: Int) -> Int {
    let (start, _) = resolved(segment)
    let size = segments[segment].count * width
    // The heap of a stored segment contains exactly the text of its elements.
    if !segments[segment].isOwn { return size + segments[segment].heapSize }
    return size + StoredSegment.textSize(UnsafeRawBufferPointer(start: start, count: size), element)
  }

  /// Merges two adjacent segments if at least one has been changed, at least one is small, and the result would not be too large. Reads a
  /// stored segment only if its elements without text are small enough for a merge. O(segments), plus O(segment) for each changed segment.
  func compact() {
    var segment = 0
    while let pair = firstChangedPair(from: segment) {
      if isMergeable(pair) {
        merge(pair)
        segment = pair
      } else {
        segment = pair + 1
      }
    }
    #if ASHLAR_CHECKED
      _checkIfSmall()
    #endif
  }

  // Returns the index of the first pair of adjacent segments, at or after an index, of which at least one has been changed; nil if there is
  // no such pair.
  private func firstChangedPair(from segment: Int) -> Int? {
    segments.withUnsafeBufferPointer { segments in
      var next = segment + 1
      if next < segments.count, segments[segment].isOwn { return segment }
      while next < segments.count {
        if segments[next].isOwn { return next - 1 }
        next += 1
      }
      return nil
    }
  }

  // Returns whether a segment and the next one are to be merged.
  private func isMergeable(_ segment: Int) -> Bool {
    let quarter = StoredSegment.limit / 4
    // In most cases, the sizes without text suffice, which are known without reading the segments.
    let (first, second) = (segments[segment].count * width, segments[segment + 1].count * width)
    guard first < quarter || second < quarter, first + second <= quarter * 3 else { return false }
    if !element.hasSlots { return true }
    let sizes = (size(segment), size(segment + 1))
    return (sizes.0 < quarter || sizes.1 < quarter) && sizes.0 + sizes.1 <= quarter * 3
  }

  private func merge(_ segment: Int) {
    own(segment)
    let tail = own(segment + 1)
    let added = segments[segment + 1].count
    open(segment, segments[segment].count, added).copyMemory(from: tail, byteCount: added * width)
    drop(segment + 1..<segment + 2)
  }

  /// Whether the collection is too small for segments; it is then stored in one piece. O(segments) at most.
  var isSmall: Bool {
    guard count * width < StoredSegment.smallLimit else { return false }
    var total = 0
    for segment in segments.indices {
      total += size(segment)
      if total >= StoredSegment.smallLimit { return false }
    }
    return true
  }

  /// Returns all elements in one contiguous buffer, with slots like those of owned segments.
  func joined() -> UnsafeMutablePointer<ListBuffer> {
    let buffer = ListBuffer.make(width: width, copying: UnsafeRawBufferPointer(start: nil, count: 0))
    for segment in segments.indices {
      let start = own(segment)
      let size = segments[segment].count
      buffer.pointee.open(at: buffer.pointee.count, size, width: width).copyMemory(from: start, byteCount: size * width)
    }
    return buffer
  }
}
