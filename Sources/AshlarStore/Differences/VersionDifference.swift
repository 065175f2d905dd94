import AshlarSchema

extension ReadSession {
  /// Returns the changes from an earlier version that this session read to its current version. Must be called outside a write. Clusters
  /// stored at the same address are equal: LMDB does not write to pages that a version can reach, and both versions are pinned. Complexity:
  /// O(changed clusters), or O(clusters) if the change log does not cover them.
  public func difference(from old: SharedSnapshot) throws(StoreError) -> ChangeSet {
    let before = old.snapshot.version
    if before == version { return ChangeSet() }
    var builder = ChangeSetBuilder()
    var bits: [UInt32: ColumnBits] = [:]
    for key in try changedClusters(since: old) {
      // Tables that exist only in the file are omitted.
      guard let table = tablesById[UInt32(truncatingIfNeeded: key >> 40)] else { continue }
      let number = Int(key & 0xFF_FFFF_FFFF)
      let known = bits[table.id] ?? ColumnBits(table)
      bits[table.id] = known
      builder.add(try difference(of: table, number, from: old).changes(known), table, number)
    }
    return builder.finish()
  }

  private func difference(of table: TableDefinition, _ number: Int, from old: SharedSnapshot) throws(StoreError) -> ClusterDifference {
    let key = table.clusterKey(number)
    let before = try side(table, number, in: old)
    let after = try side(table, number, in: shared)
    var rows: RowSet?
    // Both versions patch the same stored cluster, so only patched rows can differ.
    if before != nil, after != nil, try old.snapshot.cluster(key) == shared.snapshot.cluster(key) {
      var patched = old.patched[key]?.changedRows ?? RowSet()
      patched.formUnion(shared.patched[key]?.changedRows ?? RowSet())
      rows = patched
    }
    return ClusterDifference(table: table, number: number, old: before, new: after, rows: rows)
  }

  private func side(_ table: TableDefinition, _ number: Int, in shared: SharedSnapshot) throws(StoreError) -> ClusterDifference.Side? {
    guard let base = try storedCluster(table, number, in: shared) else { return nil }
    let older = table.olderLayouts.isEmpty ? nil : olderCluster(table, number, Cluster(base), in: shared)
    let columns = older.map { UnsafePointer($0.columns) } ?? table.offsets(capacity: Cluster(base).capacity).columns
    return ClusterDifference.Side(cluster: Cluster(base), columns: columns)
  }

  private func changedClusters(since old: SharedSnapshot) throws(StoreError) -> Set<UInt64> {
    if let listed = counters.changes.changes(after: old.snapshot.version, to: version) { return Set(listed) }
    var keys = Set<UInt64>()
    for space in [KeySpace.clusters, .patches] {
      var before = try ReadSession.identities(space, old.snapshot)
      for (key, identity) in try ReadSession.identities(space, shared.snapshot) {
        if before.removeValue(forKey: key) != identity { keys.insert(key) }
      }
      keys.formUnion(before.keys)
    }
    return keys
  }

  // Returns the identities of the values of a space, by key.
  private static func identities(_ space: KeySpace, _ snapshot: any StorageSnapshot) throws(StoreError) -> [UInt64: ValueIdentity] {
    var identities: [UInt64: ValueIdentity] = [:]
    try withUnsafeBytes(of: UInt64(0)) { start throws(StoreError) in
      try snapshot.scanIdentities(space, from: start) { key, identity in
        if key.count == 8 { identities[key.loadUnaligned(as: UInt64.self)] = identity }
        return true
      }
    }
    return identities
  }
}
