/// The numbers of links of one column that the open write has added (positive) and removed (negative), by target and source. Changes from
/// before the first look-up of the column and later ones are stored separately.
struct BacklinkDelta {
  /// A source, and the number of links that it has gained minus the number that it has lost.
  typealias Change = (source: Int64, difference: Int)

  // The changes of one target. `sorted` contains each source with a nonzero difference once, in ascending order; `recent` contains the
  // changes since the last look-up.
  private struct Target {
    var sorted: [Change] = []
    var recent: [Change] = []
    var total = 0
    /// The number of links in the snapshot; nil until they are counted.
    var stored: Int?
  }

  private let before: LinkChanges
  private var targets: [Int64: Target] = [:]

  init(_ changes: LinkChanges = LinkChanges()) {
    var sorted = changes
    sorted.sort()
    before = sorted
  }

  /// Whether it is known that no link was gained or lost.
  var isEmpty: Bool { before.isEmpty && targets.isEmpty }

  /// Returns the number of links that a target gained minus the number that it lost. O(log n + changes of the target) for n changes.
  func difference(of target: Int64) -> Int {
    if let known = targets[target] { return known.total }
    if before.isEmpty { return 0 }
    return before.withSorted { before in
      before.range(of: UInt64(bitPattern: target)).reduce(0) { $0 + (before.isGained($1) ? 1 : -1) }
    }
  }

  mutating func add(target: Int64, source: Int64, _ change: Int) {
    with(target) { found in
      found.recent.append((source, change))
      found.total += change
    }
  }

  /// Returns the nonzero changes in the links to a target, in ascending order of the sources. O(changes of the target), plus O(n log n) for
  /// the n changes since its last look-up.
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

  /// Returns the number of links to a target. Calls `stored`, which counts the links in the snapshot, only the first time; O(1) from then
  /// on.
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

  // Merges two ascending lists; a source may occur several times in the second.
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
