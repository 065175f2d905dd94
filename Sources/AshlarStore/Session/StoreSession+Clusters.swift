import AshlarSchema

// What iterations and scans need of clusters.
extension StoreSession {
  /// How many clusters a table may have.
  public func clusterCount(_ ordinal: Int) -> Int {
    guard let table = tables[ordinal] else { return 0 }
    return Int((views[ordinal].nextKey + Int64(table.capacity) - 1) >> Int64(table.shift))
  }

  /// Whether keys and positions are the same: no row was ever deleted.
  public func isDense(_ ordinal: Int) -> Bool { Int64(views[ordinal].liveCount) == views[ordinal].nextKey }

  /// Words of liveness of a cluster.
  public func livenessWords(_ base: UnsafeMutableRawPointer) -> Int {
    max(1, base.header(ClusterHeader.capacityOffset) / 64)
  }

  /// A cluster as a snapshot has it, nil when it has none.
  public func committedCluster(_ table: TableDefinition, _ number: Int, in snapshot: SharedSnapshot) throws(StoreError)
    -> UnsafeMutableRawPointer?
  {
    if snapshot === shared {
      let base = try cluster(table, number)
      if !base.isOverlay { return base == emptyCluster ? nil : base }
    }
    return try storedCluster(table, number, in: snapshot)
  }

  /// A cluster as it is now.
  public func currentCluster(_ table: TableDefinition, _ number: Int) throws(StoreError) -> (
    base: UnsafeMutableRawPointer, columns: UnsafePointer<ColumnOffset>, writable: UInt64, capacity: Int
  ) {
    let base = try cluster(table, number)
    return (
      base, views[table.ordinal].columns(at: base), base.isOverlay ? context.pointee.writeGeneration : 0,
      base.header(ClusterHeader.capacityOffset)
    )
  }
}
