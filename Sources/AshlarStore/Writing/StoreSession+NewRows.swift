import AshlarSchema

// Inserts rows.
extension StoreSession {
  /// Inserts a row whose cells are all zero. O(1).
  public func insert(_ ordinal: Int) throws(StoreError) -> RowAccess { try newRow(ordinal) }

  /// Returns the existing row with a primary key, or inserts one. A new row is registered under the key, but its cells, including that of
  /// the key, are all zero. O(1).
  public func insert(_ ordinal: Int, withKey key: KeyProbe) throws(StoreError) -> (row: RowAccess, isNew: Bool) {
    guard let openWrite else { preconditionFailure("a new row needs a write transaction") }
    let hash = key.hash(table: views[ordinal].id)
    if !isSurelyNew(ordinal, hash, openWrite), let row = try find(ordinal, key) { return (row, false) }
    let row = try newRow(ordinal)
    openWrite._withUnsafeGuaranteedRef { $0.noteKey(ordinal, hash, row.key) }
    return (row, true)
  }

  @inline(__always)
  private func newRow(_ ordinal: Int) throws(StoreError) -> RowAccess {
    let view = views + ordinal
    precondition(hasTable(ordinal), "the table belongs to another session")
    rememberCounters(ordinal)
    let key = view.pointee.nextKey
    let number = Int(key >> Int64(view.pointee.shift))
    let slot = Int(key) & (1 << view.pointee.shift - 1)
    let base: UnsafeMutableRawPointer
    if let known = view.pointee.cachedCluster(number), Cluster(known).isOverlay {
      base = known
    } else {
      guard let table = tables[ordinal] else { preconditionFailure("a view with a number has a table") }
      base = try touch(table, number)
    }
    view.pointee.nextKey = key + 1
    view.pointee.liveCount += 1
    assert(!Cluster(base).isLive(slot), "a key is assigned once")
    Cluster(base).setLive(slot, true)
    Cluster(base).liveCount += 1
    if view.pointee.isTracked { noteRows(ordinal, number, base) }
    Cluster(base).markAll(slot)
    dataVersion += 1
    return RowAccess(
      base: base, columns: view.pointee.columnsFull, context: context, generation: context.pointee.generation,
      writable: context.pointee.writeGeneration, slot: slot, key: key)
  }

  // Returns whether a hash is known, without a look-up, to be neither in the index nor in the open write. This is the common case, because
  // keys mostly ascend.
  private func isSurelyNew(_ ordinal: Int, _ hash: UInt64, _ openWrite: Unmanaged<WriteTransaction>) -> Bool {
    guard let gap = keyCaches[ordinal].gap, gap.generation == context.pointee.generation, gap.hashes.contains(hash) else { return false }
    return !openWrite._withUnsafeGuaranteedRef { $0.mayHave(ordinal, hash) }
  }
}
