extension SegmentDirectory {
  /// Calls `body` with each segment of this directory that was changed or removed in `buffer`, which must have been created from the
  /// directory. If `buffer` is nil, calls `body` with all segments. Unchanged segments are in the same order in both. O(segments).
  func forEachSegment(notIn buffer: SegmentBuffer?, _ body: (Int) -> Void) {
    guard let buffer else {
      for segment in 0..<count { body(segment) }
      return
    }
    var segment = 0
    buffer.forEachStored { number in
      while segment < count, self.number(segment) != number {
        body(segment)
        segment += 1
      }
      segment += 1
    }
    while segment < count {
      body(segment)
      segment += 1
    }
  }
}
