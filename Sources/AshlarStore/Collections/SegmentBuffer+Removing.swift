extension SegmentBuffer {
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
    #if ASHLAR_CHECKED
      _checkIfSmall()
    #endif
  }

  private func close(_ segment: Int, _ offset: Int, _ removed: Int) {
    let start = own(segment)
    let rest = segments[segment].count - offset - removed
    assert(rest >= 0 && offset + rest > 0, "no segment is left empty")
    (start + offset * width).copyMemory(from: start + (offset + removed) * width, byteCount: rest * width)
    segments[segment].count -= removed
    changed(segment)
  }

  /// Removes the elements at the positions, which must be in ascending order. O(segment) for each affected segment, plus O(segments).
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
    #if ASHLAR_CHECKED
      _checkIfSmall()
    #endif
  }
}
