/// About what parts of a search cost, in nanoseconds. Look-ups, entries and listing are from `W18` of `make bench`, the rest is estimated: a
/// search that costs more than it says is bounded by its budget only as far as these are right.
enum SearchCost {
  /// To find one value in an index, or a row by its key.
  static let lookup = 300
  /// To find one of many values in an index: each lies in other pages.
  static let scatteredLookup = 600
  /// To find one of many rows by its key.
  static let keyLookup = 150
  /// To read the next entry of an index.
  static let entry = 35
  /// The same of text, whose entries are longer.
  static let textEntry = 60
  /// To list one more row of an entry.
  static let row = 3
  /// To look at a row by itself.
  static let check = 20
  /// To see which rows of a cluster an open write changed.
  static let changedCluster = 100
  /// The rows that link to one row.
  static let backlinks = 500
}

/// What a search may still cost before all rows had better be looked at. It is what that costs, so that a search that is given up, and
/// then a scan, cost at most twice as much as the scan alone.
struct SearchBudget {
  private(set) var left: Int

  /// Whether so much is left, which is taken then.
  mutating func take(_ cost: Int) -> Bool {
    left -= cost
    return left >= 0
  }

  /// How many of so much each could be taken.
  func most(_ cost: Int) -> Int { max(0, left) / cost }
}
