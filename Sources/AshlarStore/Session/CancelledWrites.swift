/// Which accessors stay invalid although a row with their key exists.
///
/// A cancelled write's keys are given out again. An accessor that was last resolved while that write was open and has a
/// key that the write had made must never come back to life on another's row.
struct CancelledWrites {
  private struct Interval {
    let from: UInt64
    var to: UInt64
    // First new key by entity ordinal; tables without new rows are left out.
    let firstNewKeys: [Int: Int64]
  }

  // Ascending and disjoint.
  private var intervals: [Interval] = []
  private var invalidUpTo: UInt64 = 0

  mutating func add(from: UInt64, to: UInt64, firstNewKeys: [Int: Int64]) {
    if firstNewKeys.isEmpty { return }
    // Where nothing was added to these tables since, no row between the two had such a key.
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
