/// Links of one column that rows gained and lost, 16 bytes each.
struct LinkChanges {
  private struct Change: BitwiseCopyable {
    var target: UInt64
    /// Twice the source; 1 more when the link was lost.
    var sourceAndSign: UInt64

    var place: BacklinkBlock.Place { BacklinkBlock.Place(target: target, source: sourceAndSign >> 1) }
    var difference: Int { sourceAndSign & 1 == 0 ? 1 : -1 }
  }

  private var changes: [Change] = []
  // Whether sources came in rising order, as they do when overlays are gone through in the order of their numbers.
  private var hasRisingSources = true

  var isEmpty: Bool { changes.isEmpty }

  var count: Int { changes.count }

  mutating func add(target: Int64, source: Int64, isGained: Bool) {
    let source = UInt64(bitPattern: source) << 1
    if let last = changes.last, last.sourceAndSign | 1 > source | 1 { hasRisingSources = false }
    changes.append(Change(target: UInt64(bitPattern: target), sourceAndSign: isGained ? source : source | 1))
  }

  /// The changes from `index` on of one target and source, added up; moves `index` behind them. To be sorted before.
  func sum(at index: inout Int) -> (place: BacklinkBlock.Place, difference: Int) {
    let place = changes[index].place
    var sum = 0
    while index < changes.count, changes[index].place == place {
      sum += changes[index].difference
      index += 1
    }
    return (place, sum)
  }

  func place(_ index: Int) -> BacklinkBlock.Place { changes[index].place }

  /// The index of the first change from `start` on that is behind `place`. To be sorted before.
  func end(of place: BacklinkBlock.Place, from start: Int) -> Int { first(from: start) { $0.place > place } }

  /// The indexes of the changes of one target. To be sorted before.
  func range(of target: UInt64) -> Range<Int> {
    let start = first(from: 0) { $0.target >= target }
    return start..<first(from: start) { $0.target > target }
  }

  private func first(from start: Int, _ isBehind: (Change) -> Bool) -> Int {
    var low = start
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(changes[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: - Order

  private static let fewest = 512
  private static let digitBits: UInt64 = 11

  /// Puts the changes in the order of target and source.
  mutating func sort() {
    if hasRisingSources, changes.count >= LinkChanges.fewest { return sortByTarget() }
    changes.sort { $0.target != $1.target ? $0.target < $1.target : $0.sourceAndSign < $1.sourceAndSign }
  }

  // From the lowest digit of the targets to the highest; each pass leaves those with equal digits in their order, so that sources
  // stay in theirs.
  private mutating func sortByTarget() {
    guard let first = changes.first else { return }
    var differing: UInt64 = 0
    for change in changes { differing |= change.target ^ first.target }
    var other = changes
    var shift: UInt64 = 0
    let mask: UInt64 = 1 << LinkChanges.digitBits - 1
    while shift < 64, differing >> shift != 0 {
      if differing >> shift & mask != 0 {
        LinkChanges.pass(from: changes, to: &other, shift, mask)
        swap(&changes, &other)
      }
      shift += LinkChanges.digitBits
    }
  }

  private static func pass(from changes: [Change], to sorted: inout [Change], _ shift: UInt64, _ mask: UInt64) {
    changes.withUnsafeBufferPointer { changes in
      sorted.withUnsafeMutableBufferPointer { sorted in
        withUnsafeTemporaryAllocation(of: Int.self, capacity: Int(mask) + 1) { places in
          places.initialize(repeating: 0)
          for change in changes { places[Int(change.target >> shift & mask)] += 1 }
          var place = 0
          for digit in places.indices {
            let count = places[digit]
            places[digit] = place
            place += count
          }
          for change in changes {
            let digit = Int(change.target >> shift & mask)
            sorted[places[digit]] = change
            places[digit] += 1
          }
        }
      }
    }
  }
}
