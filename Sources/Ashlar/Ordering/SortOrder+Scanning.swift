import AshlarSchema
import AshlarStore
import CAshlar

extension SortOrder {
  /// Returns the first `most` of the rows that `scan` visits, ordered as by `sorted`, if one property of the objects themselves determines
  /// the order: an integer, Float, Double, date or ID that cannot be null, text or data that is null in no row, or an `AnyRealmValue` that
  /// is a decimal in no row. Returns nil for other orders, and if a date in nanoseconds needs more than 64 bits. Complexity: O(n); most
  /// rows are only compared with the current bound.
  /// - Parameter last: Visits the same rows of the last clusters, at most as many as its argument. Values often ascend with time, and would
  ///   all be sorted in a descending order if the bound were not known from the last rows.
  func firstScanned(
    _ most: Int, _ scan: ((ScannedCluster, ClusterBits) -> Void) -> Void,
    last: (_ clusters: Int, _ body: (ScannedCluster, ClusterBits) -> Void) -> Void
  ) -> [Int64]? {
    guard terms.count == 1, most > 0, let term = terms.first, term.path.isDirect, !term.path.hasInner,
      term.path.property.collection == .none,
      let layout = term.path.layout, !layout.hasNullFlag
    else { return nil }
    switch layout.type.form {
    case .integer, .double, .float, .date: break
    case .string, .data, .objectId, .uuid, .any: return firstTexts(most, term, layout, scan, last: last)
    case .bool, .decimal, .object: return nil
    }
    let isWide = layout.isWideInteger
    var kept = KeptRanks(most, isTurned: !term.ascending)
    defer { kept.free() }
    if !term.ascending {
      last(KeptRanks.lastClusters(most)) { cluster, rows in
        let cells = cluster.base + cluster.columns[term.path.column].offset
        let home = SlotHome(base: cluster.base, context: cluster.context)
        rows.forEach { slot in
          if let rank = TermValues.rank(of: CellValue(layout, cells + slot * layout.width, null: nil, home: home)) { kept.add(rank, 0) }
        }
      }
      kept.restart()
    }
    var isWhole = true
    scan { cluster, rows in
      let cells = cluster.base + cluster.columns[term.path.column].offset
      var rows = rows
      if isWide, let limit = kept.limit {
        // One vectorized scan finds the integers that sort before the bound.
        let wanted = rows
        var early = ClusterBits.none
        early.withMutableWords { out in
          wanted.withWords {
            ashlar_scan_int64(
              cells.assumingMemoryBound(to: Int64.self), cluster.capacity,
              (term.ascending ? Comparison.less : .greater).rawValue, Int64(bitPattern: limit ^ 1 << 63), $0, cluster.ahead, out)
          }
        }
        rows.formIntersection(early)
      }
      let home = SlotHome(base: cluster.base, context: cluster.context)
      rows.forEach { slot in
        guard let rank = TermValues.rank(of: CellValue(layout, cells + slot * layout.width, null: nil, home: home)) else {
          isWhole = false
          return
        }
        kept.add(rank, cluster.firstKey + Int64(slot))
      }
    }
    return isWhole ? kept.keys() : nil
  }

  private func firstTexts(
    _ most: Int, _ term: Term, _ layout: ColumnLayout, _ scan: ((ScannedCluster, ClusterBits) -> Void) -> Void,
    last: (_ clusters: Int, _ body: (ScannedCluster, ClusterBits) -> Void) -> Void
  ) -> [Int64]? {
    var first = FirstTexts(most, column: term.path.column, layout, isDescending: !term.ascending)
    defer { first.free() }
    if !term.ascending {
      last(KeptRanks.lastClusters(most)) { first.add($0, $1) }
      first.restart()
    }
    scan { first.add($0, $1) }
    return first.inOrder()
  }
}

/// The rows with the smallest or largest ranks. Rows must be added in ascending order of their keys, so that the earlier of equal rows are
/// retained.
private struct KeptRanks {
  private let most: Int
  private let turned: UInt64
  private let items: UnsafeMutablePointer<ashlar_ranked>
  private let capacity: Int
  private var count = 0
  // Ranks that are not below the bound are rejected; nil until `cut` has retained `most` ranks.
  private var bound: UInt64?

  init(_ most: Int, isTurned: Bool) {
    self.most = most
    turned = isTurned ? ~0 : 0
    capacity = 2 * max(most, 512)
    // The second half is working memory for sorting.
    items = .allocate(capacity: 2 * capacity)
  }

  /// The number of clusters that suffice to find a bound if most of their rows match.
  static func lastClusters(_ most: Int) -> Int { 4 + most / 64 }

  /// The rank before which rows are still accepted; nil if all rows are accepted.
  var limit: UInt64? { bound.map { $0 ^ turned } }

  mutating func add(_ rank: UInt64, _ key: Int64) {
    let rank = rank ^ turned
    if let bound, rank >= bound { return }
    items[count] = ashlar_ranked(rank: rank, key: key)
    count += 1
    if count == capacity { cut() }
  }

  /// Removes all rows. Later rows are accepted if they belong to the first `most` rows together with those that were removed.
  mutating func restart() {
    cut()
    // A row with the rank of the last one is accepted, because it may be the earlier one.
    if let last = bound { bound = last == .max ? nil : last + 1 }
    count = 0
  }

  private mutating func cut() {
    ashlar_sort_ranks(items, items + capacity, count)
    count = min(count, most)
    if count == most { bound = items[most - 1].rank }
  }

  func free() { items.deallocate() }

  mutating func keys() -> [Int64] {
    cut()
    return (0..<count).map { items[$0].key }
  }
}
