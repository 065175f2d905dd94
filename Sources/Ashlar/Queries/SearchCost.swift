/// The costs of the operations of a search, in nanoseconds. The costs of look-ups, entries and listing were measured by `W18` of `make
/// bench`; the others are estimates. The budget of a search is only as accurate as these numbers.
enum SearchCost {
  /// Finding one value in an index.
  static let lookup = 300
  /// Finding one of many values whose index entries are on different pages.
  static let scatteredLookup = 600
  /// Finding one of many rows by its key.
  static let keyLookup = 150
  /// Reading the next entry of an index.
  static let entry = 35
  /// Reading the next entry of an index of text, whose entries are longer.
  static let textEntry = 60
  /// Listing one more row of an entry.
  static let row = 3
  /// Testing a single row.
  static let check = 20
  /// Reading the value by which a row is sorted, and sorting the row.
  static let sort = 20
  /// Finding the rows that an open write has changed in one cluster.
  static let changedCluster = 100
  /// Finding the rows that link to one row.
  static let backlinks = 500
}

/// The remaining budget of a search before a scan is preferable. It starts at the cost of the scan, so that an abandoned search and the
/// scan after it together cost at most twice as much as the scan alone.
struct SearchBudget {
  private(set) var left: Int

  /// Subtracts `cost` and returns whether the budget sufficed.
  mutating func take(_ cost: Int) -> Bool {
    left -= cost
    return left >= 0
  }

  /// Returns the number of operations of this cost that the budget allows.
  func most(_ cost: Int) -> Int { max(0, left) / cost }
}
