/// Links of one column that the open write gained (positive) and lost (negative), by target and source: those of the time when
/// the column was first looked up, and those since.
struct BacklinkDelta {
  /// How many more links a source has than before.
  typealias Change = (source: Int64, difference: Int)

  // Of one target. `sorted` has each source once, ascending, without zeros; `recent` what came since the last look-up.
  private struct Target {
    var sorted: [Change] = []
    var recent: [Change] = []
    var total = 0
    /// How many links the snapshot has, once that was asked.
    var stored: Int?
  }

  private let before: LinkChanges
  private var targets: [Int64: Target] = [:]

  init(_ changes: LinkChanges = LinkChanges()) {
    var sorted = changes
    sorted.sort()
    before = sorted
  }

  mutating func add(target: Int64, source: Int64, _ change: Int) {
    with(target) { found in
      found.recent.append((source, change))
      found.total += change
    }
  }

  /// What a target gained and lost, by ascending source; zeros are left out. O(changes of the target), and O(n log n) in those since it was
  /// last looked up.
  mutating func changes(of target: Int64) -> [Change] {
    with(target) { found in
      if !found.recent.isEmpty {
        found.recent.sort { $0.source < $1.source }
        found.sorted = BacklinkDelta.merged(found.sorted, found.recent)
        found.recent.removeAll(keepingCapacity: true)
      }
      return found.sorted
    }
  }

  /// How many links a target has; `stored` counts those of the snapshot and is asked once. O(1) from then on.
  mutating func count<Failure: Error>(of target: Int64, stored: () throws(Failure) -> Int) throws(Failure) -> Int {
    let known = with(target) { ($0.stored, $0.total) }
    if let stored = known.0 { return stored + known.1 }
    let counted = try stored()
    with(target) { $0.stored = counted }
    return counted + known.1
  }

  private mutating func with<Result>(_ target: Int64, _ body: (inout Target) -> Result) -> Result {
    if targets[target] == nil {
      var made = Target()
      before.withSorted { before in
        let range = before.range(of: UInt64(bitPattern: target))
        var index = range.lowerBound
        while index < range.upperBound {
          let (place, difference) = before.sum(at: &index)
          if difference != 0 { made.sorted.append((Int64(bitPattern: place.source), difference)) }
          made.total += difference
        }
      }
      targets[target] = made
    }
    return body(&targets[target, default: Target()])
  }

  // Both ascend; a source may be in the second several times.
  private static func merged(_ sorted: [Change], _ recent: [Change]) -> [Change] {
    var result: [Change] = []
    result.reserveCapacity(sorted.count + recent.count)
    func add(_ change: Change) {
      if let last = result.last, last.source == change.source {
        result[result.count - 1].difference += change.difference
      } else {
        if result.last?.difference == 0 { result.removeLast() }
        result.append(change)
      }
    }
    var index = 0
    for change in recent {
      while index < sorted.count, sorted[index].source <= change.source {
        add(sorted[index])
        index += 1
      }
      add(change)
    }
    for change in sorted[index...] { add(change) }
    if result.last?.difference == 0 { result.removeLast() }
    return result
  }
}
