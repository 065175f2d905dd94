// What a commit needs: sizes, and collections in a shape that is worth storing.
extension SegmentBuffer {
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
}
