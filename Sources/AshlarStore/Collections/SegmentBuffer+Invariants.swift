extension SegmentBuffer {
  #if ASHLAR_CHECKED
    /// Checks the invariants after a change. A change of a larger buffer is not checked: it would take O(segments).
    func _checkIfSmall() {
      if segments.count <= 64 { _checkInvariants() }
    }
  #endif

  func _checkInvariants() {
    precondition(segments.allSatisfy { $0.count > 0 }, "no segment may be empty")
    precondition(segments.reduce(0) { $0 + $1.count } == count, "the segments must have all elements")
    precondition(starts.count == segments.count && settled <= segments.count, "each segment must have a start")
    for segment in segments where segment.isOwn {
      precondition(segment.start != nil && segment.count <= segment.capacity, "an owned segment must be inside its memory")
    }
    precondition(segments.allSatisfy { $0.number < Slot.valueLimit }, "a stored segment must have the number of a value")
    var start = 0
    for segment in 0..<settled {
      precondition(starts[segment] == start, "starts must be right as far as they are settled")
      start += segments[segment].count
    }
  }
}
