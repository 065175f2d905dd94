/// The links of one column that rows gained and lost, or the rows that values of an index gained and lost. A change takes 8 bytes as long
/// as all targets and signed sources fit in 32 bits, otherwise 16.
struct LinkChanges {
  // At least one of `narrow` and `wide` is empty.
  private var narrow: [NarrowLinkChange] = []
  private var wide: [WideLinkChange] = []
  // Whether sources were added in ascending order, as they are when overlays are visited in the order of their numbers.
  private var hasRisingSources = true
  private var lastSource: Int64 = 0

  var isEmpty: Bool { narrow.isEmpty && wide.isEmpty }

  @inline(__always)
  mutating func add(target: Int64, source: Int64, isGained: Bool) {
    if source < lastSource { hasRisingSources = false }
    lastSource = source
    let (target, source) = (UInt64(bitPattern: target), UInt64(bitPattern: source) << 1 | (isGained ? 0 : 1))
    if wide.isEmpty, target >> 32 == 0, source >> 32 == 0 {
      narrow.append(NarrowLinkChange(bits: target << 32 | source))
    } else {
      addWide(WideLinkChange(target: target, sourceAndSign: source))
    }
  }

  private mutating func addWide(_ change: WideLinkChange) {
    if wide.isEmpty {
      wide = narrow.map { WideLinkChange(target: $0.target, sourceAndSign: $0.sourceAndSign) }
      narrow = []
    }
    wide.append(change)
  }

  /// Calls `body` with the changes, which must have been sorted by `sort` and are valid until `body` returns.
  func withSorted<Result>(_ body: (Sorted) throws -> Result) rethrows -> Result {
    try narrow.withUnsafeBufferPointer { narrow in
      try wide.withUnsafeBufferPointer { wide in try body(Sorted(narrow: narrow, wide: wide)) }
    }
  }

  /// Changes ordered by target and source.
  struct Sorted {
    fileprivate let narrow: UnsafeBufferPointer<NarrowLinkChange>
    fileprivate let wide: UnsafeBufferPointer<WideLinkChange>

    var count: Int { narrow.count + wide.count }

    func place(_ index: Int) -> BacklinkBlock.Place { wide.isEmpty ? narrow[index].place : wide[index].place }

    func isGained(_ index: Int) -> Bool { (wide.isEmpty ? narrow[index].sourceAndSign : wide[index].sourceAndSign) & 1 == 0 }

    /// Returns the sum of the changes of one target and source from `index` on, and advances `index` past them.
    @inline(__always)
    func sum(at index: inout Int) -> (place: BacklinkBlock.Place, difference: Int) {
      wide.isEmpty ? Sorted.sum(narrow, &index) : Sorted.sum(wide, &index)
    }

    @inline(__always)
    private static func sum<Change: LinkChange>(_ changes: UnsafeBufferPointer<Change>, _ index: inout Int) -> (BacklinkBlock.Place, Int) {
      let place = changes[index].place
      var sum = 0
      while index < changes.count, changes[index].place == place {
        sum += changes[index].sourceAndSign & 1 == 0 ? 1 : -1
        index += 1
      }
      return (place, sum)
    }

    /// Returns the index of the first change from `start` on that follows `place`; `count` if there is none.
    func end(of place: BacklinkBlock.Place, from start: Int) -> Int {
      var low = start
      var high = count
      while low < high {
        let middle = (low + high) / 2
        if self.place(middle) > place { high = middle } else { low = middle + 1 }
      }
      return low
    }

    /// Returns the indexes of the changes of one target.
    func range(of target: UInt64) -> Range<Int> {
      let end = end(of: BacklinkBlock.Place(target: target, source: .max), from: 0)
      return (target == 0 ? 0 : self.end(of: BacklinkBlock.Place(target: target - 1, source: .max), from: 0))..<end
    }
  }

  // MARK: - Sorting

  /// Sorts the changes by target and source.
  mutating func sort() {
    LinkChanges.sort(&narrow, hasRisingSources)
    LinkChanges.sort(&wide, hasRisingSources)
  }

  private static let fewest = 512
  private static let digitBits: UInt64 = 11

  private static func sort<Change: LinkChange>(_ changes: inout [Change], _ hasRisingSources: Bool) {
    if hasRisingSources, changes.count >= fewest { return sortByTarget(&changes) }
    changes.sort { $0.target != $1.target ? $0.target < $1.target : $0.sourceAndSign < $1.sourceAndSign }
  }

  // This is a radix sort, from the lowest digit of the targets to the highest. Each pass is stable, so sources stay in ascending order.
  private static func sortByTarget<Change: LinkChange>(_ changes: inout [Change]) {
    guard let first = changes.first else { return }
    var differing: UInt64 = 0
    for change in changes { differing |= change.target ^ first.target }
    var shift: UInt64 = 0
    let mask: UInt64 = 1 << digitBits - 1
    while shift < 64, differing >> shift != 0 {
      if differing >> shift & mask != 0 { changes = pass(changes, shift, mask) }
      shift += digitBits
    }
  }

  private static func pass<Change: LinkChange>(_ changes: [Change], _ shift: UInt64, _ mask: UInt64) -> [Change] {
    [Change](unsafeUninitializedCapacity: changes.count) { sorted, count in
      count = changes.count
      changes.withUnsafeBufferPointer { changes in
        withUnsafeTemporaryAllocation(of: Int.self, capacity: Int(mask) + 1) { starts in
          starts.initialize(repeating: 0)
          for change in changes { starts[Int(change.target >> shift & mask)] += 1 }
          var position = 0
          for digit in starts.indices {
            let count = starts[digit]
            starts[digit] = position
            position += count
          }
          for change in changes {
            let digit = Int(change.target >> shift & mask)
            sorted.initializeElement(at: starts[digit], to: change)
            starts[digit] += 1
          }
        }
      }
    }
  }
}

private protocol LinkChange: BitwiseCopyable {
  var target: UInt64 { get }
  /// Twice the source, plus 1 if the link was lost.
  var sourceAndSign: UInt64 { get }
}

extension LinkChange {
  var place: BacklinkBlock.Place { BacklinkBlock.Place(target: target, source: sourceAndSign >> 1) }
}

/// A change whose target and signed source fit in 32 bits each.
private struct NarrowLinkChange: LinkChange {
  let bits: UInt64

  var target: UInt64 { bits >> 32 }
  var sourceAndSign: UInt64 { bits & 0xFFFF_FFFF }
}

private struct WideLinkChange: LinkChange {
  let target: UInt64
  let sourceAndSign: UInt64
}
