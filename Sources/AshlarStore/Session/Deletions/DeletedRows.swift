/// The set of rows of one table that a deletion deletes, and the list of those whose links have not been followed yet.
///
/// Invariant: all rows exist. The set uses at most about one bit for each row of the table, and less if it contains rows of few clusters.
final class DeletedRows {
  let table: TableDefinition
  /// The number of rows.
  private(set) var count = 0
  // The rows by cluster number. At most one of the two is not empty.
  private var few: [Int: RowSet] = [:]
  private var all: [RowSet]
  private let clusters: Int
  // The rows that were added since the last call of `withAdded`, and the array whose memory the next call reuses.
  private var added: [Int64] = []
  private var spare: [Int64] = []

  /// Creates an empty set.
  /// - Parameter clusters: An upper bound on the number of the table's clusters.
  init(_ table: TableDefinition, clusters: Int) {
    self.table = table
    self.clusters = clusters
    all = clusters <= DeletedRows.fewClusters ? [RowSet](repeating: RowSet(), count: clusters) : []
  }

  // The number of clusters up to which an array of sets uses no more memory than a dictionary.
  private static let fewClusters = 8

  func contains(_ key: Int64) -> Bool {
    let number = Int(key >> Int64(table.shift))
    let slot = Int(key) & (table.capacity - 1)
    return all.isEmpty ? few[number]?.contains(slot) ?? false : all.indices.contains(number) && all[number].contains(slot)
  }

  /// Inserts an existing row that the set does not contain.
  func insert(_ key: Int64) {
    let number = Int(key >> Int64(table.shift))
    let slot = Int(key) & (table.capacity - 1)
    if all.isEmpty {
      few[number, default: RowSet()].insert(slot)
      if few.count > DeletedRows.fewClusters, few.count > clusters / 16 { enumerate() }
    } else {
      all[number].insert(slot)
    }
    count += 1
    added.append(key)
  }

  private func enumerate() {
    all = [RowSet](repeating: RowSet(), count: clusters)
    for (number, rows) in few { all[number] = rows }
    few = [:]
  }

  /// Whether rows were added since the last call of `withAdded`.
  var hasAdded: Bool { !added.isEmpty }

  /// Calls `body` with the rows that were added since the last call, ascending. `body` may add rows.
  func withAdded(_ body: ([Int64]) throws -> Void) rethrows {
    swap(&added, &spare)
    defer { spare.removeAll(keepingCapacity: true) }
    if !zip(spare, spare.dropFirst()).allSatisfy({ $0 < $1 }) { spare.sort() }
    try body(spare)
  }

  /// Calls `body` with the numbers of the clusters that contain rows of the set, ascending, and these rows.
  func forEachCluster(_ body: (_ number: Int, _ rows: RowSet) throws -> Void) rethrows {
    if all.isEmpty {
      for (number, rows) in few.sorted(by: { $0.key < $1.key }) { try body(number, rows) }
    } else {
      for number in all.indices where !all[number].isEmpty { try body(number, all[number]) }
    }
  }

  /// Returns the rows, ascending.
  func keys() -> [Int64] {
    var keys: [Int64] = []
    keys.reserveCapacity(count)
    forEachCluster { number, rows in
      let first = Int64(number) << Int64(table.shift)
      for slot in rows { keys.append(first + Int64(slot)) }
    }
    return keys
  }
}
