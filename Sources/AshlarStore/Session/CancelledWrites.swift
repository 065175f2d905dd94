/// Determines which accessors stay invalid although a row with their key exists.
///
/// The object keys of a cancelled write are reused. An accessor that was last resolved while that write was open, and whose row that write
/// had inserted, must never become valid again for another row.
struct CancelledWrites {
  private struct Interval {
    let from: UInt64
    var to: UInt64
    // The first new key by entity ordinal; there is no entry for tables without new rows.
    let firstNewKeys: [Int: Int64]
  }

  // The disjoint intervals of generations, in ascending order.
  private var intervals: [Interval] = []
  private var invalidUpTo: UInt64 = 0

  mutating func add(from: UInt64, to: UInt64, firstNewKeys: [Int: Int64]) {
    if firstNewKeys.isEmpty { return }
    assert(from <= to && (intervals.last.map { $0.to < from } ?? true), "the generations of cancelled writes ascend and are disjoint")
    // If the first new keys are equal, no row was added to these tables between the two writes, so no row had such a key in between.
    if let last = intervals.last, last.firstNewKeys == firstNewKeys {
      intervals[intervals.count - 1].to = to
    } else {
      intervals.append(Interval(from: from, to: to, firstNewKeys: firstNewKeys))
    }
  }

  mutating func invalidateAll(upTo generation: UInt64) { invalidUpTo = generation }

  func invalidates(_ ordinal: Int, _ key: Int64, seenAt generation: UInt64) -> Bool {
    if generation <= invalidUpTo { return true }
    guard let last = intervals.last, generation <= last.to else { return false }
    var low = 0
    var high = intervals.count
    while low < high {
      let middle = (low + high) / 2
      if intervals[middle].to < generation { low = middle + 1 } else { high = middle }
    }
    guard low < intervals.count, intervals[low].from <= generation, let first = intervals[low].firstNewKeys[ordinal] else { return false }
    return key >= first
  }
}
