/// Links of one column that the open write gained (positive) and lost (negative), by target and source: those of the time when
/// the column was first asked for, and those since.
struct BacklinkDelta {
  private let before: LinkChanges
  private var counts: [Int64: [Int64: Int]] = [:]

  init(_ changes: LinkChanges = LinkChanges()) {
    var sorted = changes
    sorted.sort()
    before = sorted
  }

  mutating func add(target: Int64, source: Int64, _ change: Int) {
    counts[target, default: [:]][source, default: 0] += change
  }

  func changes(of target: Int64) -> [Int64: Int] {
    var result = counts[target] ?? [:]
    before.withSorted { before in
      let range = before.range(of: UInt64(bitPattern: target))
      var index = range.lowerBound
      while index < range.upperBound {
        let (place, difference) = before.sum(at: &index)
        result[Int64(bitPattern: place.source), default: 0] += difference
      }
    }
    return result.filter { $0.value != 0 }
  }
}
