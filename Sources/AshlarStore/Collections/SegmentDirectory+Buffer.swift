extension SegmentDirectory {
  /// Returns, in ascending order, the indexes of the segments of this directory that were changed or removed in `buffer`, which must have
  /// been created from this directory. If `buffer` is nil, returns all segments. Unchanged segments are in the same order in both.
  /// O(segments).
  func segments(notIn buffer: SegmentBuffer?) -> [Int] {
    let count = self.count
    guard let buffer else { return Array(0..<count) }
    var missing: [Int] = []
    var segment = 0
    buffer.segments.withUnsafeBufferPointer { kept in
      for index in kept.indices where !kept[index].isOwn {
        let number = kept[index].number
        while segment < count, self.number(segment) != number {
          missing.append(segment)
          segment += 1
        }
        segment += 1
      }
    }
    while segment < count {
      missing.append(segment)
      segment += 1
    }
    return missing
  }
}
