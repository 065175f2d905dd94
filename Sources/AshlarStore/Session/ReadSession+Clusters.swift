import AshlarSchema

// Access to clusters for iterations and scans.
extension ReadSession {
  /// Returns an upper bound on the number of clusters in a table.
  public func clusterCount(_ ordinal: Int) -> Int {
    guard let table = tables[ordinal] else { return 0 }
    return Int((views[ordinal].nextKey + Int64(table.capacity) - 1) >> Int64(table.shift))
  }

  /// Returns whether the object key of every row equals its position, because no row has ever been deleted.
  public func isDense(_ ordinal: Int) -> Bool { Int64(views[ordinal].liveCount) == views[ordinal].nextKey }

  /// Calls `body` with each cluster that has rows, in key order. O(clusters with rows), even if deletions have emptied most clusters.
  public func forEachCluster(_ ordinal: Int, _ body: (_ firstKey: Int64, _ base: UnsafeMutableRawPointer) throws -> Void) throws {
    guard let table = tables[ordinal] else { return }
    func visit(_ number: Int) throws {
      let base = try cluster(table, number)
      if Cluster(base).liveCount > 0 { try body(Int64(number) << Int64(table.shift), base) }
    }
    if let numbers = try sparseClusters(ordinal) {
      for number in numbers { try visit(number) }
      noteVisits(numbers.count)
    } else {
      let count = clusterCount(ordinal)
      for number in 0..<count { try visit(number) }
      noteVisits(count)
    }
  }

  /// Returns the keys of all rows, ascending.
  public func liveKeys(_ ordinal: Int) throws -> [Int64] {
    var keys: [Int64] = []
    keys.reserveCapacity(views[ordinal].liveCount)
    try forEachCluster(ordinal) { first, base in
      for word in 0..<max(1, Cluster(base).capacity / 64) {
        var bits = Cluster(base).livenessWord(word)
        while bits != 0 {
          keys.append(first + Int64(word * 64 + bits.trailingZeroBitCount))
          bits &= bits - 1
        }
      }
    }
    return keys
  }

  /// Returns the number of liveness words in a cluster.
  public func livenessWords(_ base: UnsafeMutableRawPointer) -> Int {
    max(1, Cluster(base).capacity / 64)
  }

  /// Returns a cluster in the form that it has in a snapshot, without the changes of the open write; nil if it does not exist there.
  public func committedCluster(_ table: TableDefinition, _ number: Int, in snapshot: SharedSnapshot) throws(StoreError)
    -> UnsafeMutableRawPointer?
  {
    if snapshot === shared {
      let base = try cluster(table, number)
      if !Cluster(base).isOverlay { return base == emptyCluster ? nil : base }
    }
    return try storedCluster(table, number, in: snapshot)
  }

  /// Returns the current form of a cluster. The result contains the value of `writable` for accessors of its rows.
  public func currentCluster(_ table: TableDefinition, _ number: Int) throws(StoreError) -> (
    base: UnsafeMutableRawPointer, columns: UnsafePointer<ColumnOffset>, writable: UInt64, capacity: Int
  ) {
    let base = try cluster(table, number)
    return (
      base, columns(table, number, base), Cluster(base).isOverlay ? context.pointee.foundGeneration : 0,
      Cluster(base).capacity
    )
  }
}
