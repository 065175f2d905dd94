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

  /// Calls `body` like `forEachCluster`, for operations that read a table once and keep no pointers into it: if the clusters of an
  /// encrypted file exceed half of the memory for decrypted values, a cluster is valid only during the call, and the session does not keep
  /// it.
  func walkClusters(_ ordinal: Int, _ body: (_ firstKey: Int64, _ base: UnsafeMutableRawPointer) throws -> Void) throws {
    guard let table = tables[ordinal], try exceedsMemory(table), let scratch = engine.makeScratchMemory() else {
      return try forEachCluster(ordinal, body)
    }
    let numbers = try sparseClusters(ordinal) ?? Array(0..<clusterCount(ordinal))
    for number in numbers {
      let base = try walkedCluster(table, number, scratch)
      if Cluster(base).liveCount > 0 { try body(Int64(number) << Int64(table.shift), base) }
    }
    noteVisits(numbers.count)
  }

  /// Returns scratch memory for a scan of a table that keeps no pointers into its clusters; nil if the session keeps the clusters that it
  /// reads, because those of the file fit in memory, or because other threads or older layouts prevent it.
  package func scratchRing(_ ordinal: Int) throws(StoreError) -> ScratchRing? {
    guard let table = tables[ordinal], try exceedsMemory(table) else { return nil }
    return ScratchRing(engine)
  }

  /// Returns the current form of a cluster as `currentCluster(_:_:)` does. It is valid until `ScratchRing.count` further calls with the
  /// same ring.
  package func currentCluster(
    _ table: TableDefinition, _ number: Int, in ring: ScratchRing
  ) throws(StoreError) -> (base: UnsafeMutableRawPointer, columns: UnsafePointer<ColumnOffset>, capacity: Int) {
    let base = try walkedCluster(table, number, ring.next())
    return (base, columns(table, number, base), Cluster(base).capacity)
  }

  // Several threads read a frozen session, and clusters with older layouts have columns that the session keeps.
  private func exceedsMemory(_ table: TableDefinition) throws(StoreError) -> Bool {
    guard engine.isEncrypted, frozen == nil, table.olderLayouts.isEmpty else { return false }
    return try shared.snapshot.usage(.clusters).bytes > UInt64(EncryptionCache.limit / 2)
  }

  // Returns the current form of a cluster, which is in scratch memory unless the session keeps it or it has a patch.
  private func walkedCluster(
    _ table: TableDefinition, _ number: Int, _ scratch: any ScratchMemory
  ) throws(StoreError) -> UnsafeMutableRawPointer {
    if let known = views[table.ordinal].cachedCluster(number) { return known }
    let key = table.clusterKey(number)
    if try shared.snapshot.value(.patches, integer: key, in: scratch) != nil { return try cluster(table, number) }
    guard let base = try shared.snapshot.cluster(key, in: scratch) else { return emptyCluster }
    try check(Cluster(base), table, number)
    return base
  }

  /// Returns the keys of all rows, ascending.
  public func liveKeys(_ ordinal: Int) throws -> [Int64] {
    var keys: [Int64] = []
    keys.reserveCapacity(views[ordinal].liveCount)
    try walkClusters(ordinal) { first, base in
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
