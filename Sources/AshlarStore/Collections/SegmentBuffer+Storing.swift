// Prepares a buffer for a commit: computes sizes, and merges segments that are too small.
extension SegmentBuffer {
  /// Calls `body` with the numbers of the unchanged stored segments, in the order of the collection.
  func forEachStored(_ body: (UInt64) -> Void) {
    for segment in segments where !segment.isOwn { body(segment.number) }
  }

  /// Returns the size that a segment has when it is stored, in bytes, excluding the header.
  func size(_ segment: Int) -> Int {
    let (start, _) = resolved(segment)
    let elements = UnsafeRawBufferPointer(start: start, count: segments[segment].count * width)
    return elements.count + StoredSegment.textSize(elements, element)
  }

  /// Merges neighboring segments if one of them has been changed and one of them is small.
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
    #if ASHLAR_CHECKED
      _checkIfSmall()
    #endif
  }

  /// Whether the collection is too small for segments, so it can be stored in one piece. O(segments) at most.
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
