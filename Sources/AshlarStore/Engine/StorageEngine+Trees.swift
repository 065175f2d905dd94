extension StorageEngine {
  /// Opens the trees, of the known features among `features`, that `snapshot` does not reach; see `StorageSnapshot.reaches`. Returns
  /// whether there are any; if so, `snapshot` must be renewed before it can read them.
  func openTrees(of features: Set<FileFeature>, for snapshot: any StorageSnapshot) throws(StoreError) -> Bool {
    if features.isEmpty { return false }
    let spaces = features.intersection(knownFeatures.features).compactMap { KeySpace(tree: $0.tree) }
    return try openTrees(spaces, for: snapshot)
  }

  /// Opens trees that are known to exist, like `openTrees(of:for:)`.
  func openTrees(_ spaces: [KeySpace], for snapshot: any StorageSnapshot) throws(StoreError) -> Bool {
    let unreached = spaces.filter { !snapshot.reaches($0) }
    if unreached.isEmpty { return false }
    try openTrees(unreached)
    return true
  }

  /// Opens a snapshot of the newest version for an operation of the store, which reads the trees of all features that the process knows.
  func completeSnapshot() throws(StoreError) -> any StorageSnapshot {
    let snapshot = try self.snapshot()
    while true {
      guard let bytes = try snapshot.named(.meta, StoredFormat.key) else { return snapshot }
      let format = try StoredFormat(bytes, path: path, known: knownFeatures)
      guard try openTrees(of: Set(format.features), for: snapshot) else { return snapshot }
      try snapshot.renew()
    }
  }
}
