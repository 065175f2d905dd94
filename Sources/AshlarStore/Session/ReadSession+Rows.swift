import AshlarSchema

// Looks up clusters and rows by key.
extension ReadSession {
  /// Returns the current form of a cluster: its overlay, its form in the snapshot, or the empty cluster if it does not exist. O(1) once
  /// looked up.
  func cluster(_ table: TableDefinition, _ number: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    let view = views + table.ordinal
    if let known = view.pointee.cachedCluster(number) { return known }
    if let frozen {
      return try frozen.cluster(table.ordinal, number) { () throws(StoreError) in
        let base = try storedCluster(table, number, in: shared) ?? emptyCluster
        let cluster = Cluster(base)
        let isPlain = cluster.capacity == table.capacity && cluster.layout == table.layoutNumber
        return (base, olderColumns(table, number, cluster), isPlain)
      }
    }
    let base = try storedCluster(table, number, in: shared) ?? emptyCluster
    view.pointee.setCluster(number, base, columns: olderColumns(table, number, Cluster(base)))
    return base
  }

  // Returns the columns of a stored cluster with an older layout; nil for any other cluster.
  private func olderColumns(_ table: TableDefinition, _ number: Int, _ cluster: Cluster) -> UnsafePointer<ColumnOffset>? {
    if table.olderLayouts.isEmpty { return nil }
    return olderCluster(table, number, cluster, in: shared).map { UnsafePointer($0.columns) }
  }

  /// Returns the `OlderCluster` of a stored cluster with an older layout, which has the columns of the current table; nil for any other
  /// cluster.
  func olderCluster(_ table: TableDefinition, _ number: Int, _ cluster: Cluster, in shared: SharedSnapshot) -> OlderCluster? {
    guard cluster.base != emptyCluster, let layout = table.olderLayout(cluster.layout) else { return nil }
    let key = table.clusterKey(number)
    if let known = shared.older[key], known.base == cluster.base { return known }
    let made = OlderCluster(cluster, layout, wanted: table.layout.columns, ordinal: table.ordinal)
    shared.older[key] = made
    return made
  }

  private func columns(_ ordinal: Int, _ number: Int, _ base: UnsafeMutableRawPointer) -> UnsafePointer<ColumnOffset> {
    tables[ordinal].map { columns($0, number, base) } ?? views[ordinal].columnsFull
  }

  /// Returns the column offsets of a cluster that was looked up.
  func columns(_ table: TableDefinition, _ number: Int, _ base: UnsafeMutableRawPointer) -> UnsafePointer<ColumnOffset> {
    if let frozen, base != emptyCluster, Cluster(base).layout != table.layoutNumber,
      let columns = frozen.olderColumns(table.ordinal, number)
    {
      return columns
    }
    return views[table.ordinal].columns(at: base, number)
  }

  /// Returns a cluster of a snapshot, validated by `ClusterCheck` and with its patch applied; nil if the snapshot does not contain it.
  func storedCluster(_ table: TableDefinition, _ number: Int, in shared: SharedSnapshot) throws(StoreError) -> UnsafeMutableRawPointer? {
    let key = table.clusterKey(number)
    if !shared.patched.isEmpty, let known = shared.patched[key] { return known.base }
    guard let base = try shared.snapshot.cluster(key) else { return nil }
    try check(Cluster(base), table, number)
    guard let patch = try shared.snapshot.value(.patches, integer: key) else { return base }
    guard let patched = PatchedCluster(table, number, stored: base, patch: patch) else {
      throw .damaged(
        path: engine.path, detail: "the patch of cluster \(number) of '\(table.entity.storedName)' is not valid")
    }
    assert(!patched.cluster.isOverlay, "a snapshot has no overlay")
    shared.patched[key] = patched
    return patched.base
  }

  /// Throws `StoreError.damaged` if a stored cluster is not valid. Bytes and cells are validated once per session. Later versions of the
  /// cluster need no validation, because they were written while the session existed.
  func check(_ cluster: Cluster, _ table: TableDefinition, _ number: Int) throws(StoreError) {
    var fault = ClusterCheck.headerFault(cluster, table)
    if fault == nil, !checkedClusters[table.ordinal].contains(number) {
      if cluster.checksum(table.clusterKey(number)) != cluster.storedChecksum { fault = .checksum }
      fault = fault ?? ClusterCheck.cellFault(cluster, table)
      if fault == nil { checkedClusters[table.ordinal].insert(number) }
    }
    if let fault { throw .damaged(path: engine.path, detail: "cluster \(number) of '\(table.entity.storedName)' \(fault)") }
  }

  /// Returns the current location of a row; nil if no row has this key.
  public func locate(_ ordinal: Int, _ key: Int64) throws(StoreError) -> RowAccess? {
    let view = views + ordinal
    guard ordinal < context.pointee.tableCount, key >= 0, key < view.pointee.nextKey else { return nil }
    if let row = frozenClusters(ordinal)?.place(of: key).access(context) { return row }
    let number = Int(key >> Int64(view.pointee.shift))
    let base: UnsafeMutableRawPointer
    if let known = view.pointee.cachedCluster(number) {
      base = known
    } else {
      guard let table = tables[ordinal] else { return nil }
      base = try cluster(table, number)
    }
    assert(!Cluster(base).isOverlay || isWriting, "only an open write has overlays")
    let slot = Int(key) & (1 << view.pointee.shift - 1)
    guard slot < Cluster(base).capacity, Cluster(base).isLive(slot) else { return nil }
    let columns = frozen == nil ? view.pointee.columns(at: base, number) : columns(ordinal, number, base)
    return RowAccess(
      base: base, columns: columns, context: context, generation: context.pointee.generation,
      writable: Cluster(base).isOverlay ? context.pointee.foundGeneration : 0, slot: slot, key: key)
  }

  /// Looks up a row as `locate` does, for an accessor that resolved it at `generation`. Also returns nil if that accessor is permanently
  /// invalid.
  public func relocate(_ ordinal: Int, _ key: Int64, seenAt generation: UInt64) throws(StoreError) -> RowAccess? {
    if cancelled.invalidates(ordinal, key, seenAt: generation) { return nil }
    return try locate(ordinal, key)
  }
}
