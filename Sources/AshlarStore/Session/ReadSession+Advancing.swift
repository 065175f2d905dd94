extension ReadSession {
  /// Moves to the newest version. Must be called outside of a write. Returns whether the session moved. O(changed clusters), or O(clusters)
  /// if the change log no longer covers the changes. Does not move if the tables have been changed incompatibly; see `outdating`. A
  /// released session is resumed; a frozen session never moves.
  @discardableResult
  public func advance() throws -> Bool {
    guard frozen == nil else { return false }
    if isReleased {
      try resume()
      return true
    }
    guard engine.newestVersion != shared.snapshot.version else { return false }
    assert(!isWriting, "a session stays at its version while a write is open")
    let before = shared.snapshot.version
    guard try renewIfUnderstood() else { return false }
    do {
      try readCounters()
    } catch {
      clearDirectories()
      throw error
    }
    forgetChanges(since: before)
    stepped()
    releaseFormer()
    return true
  }

  /// Lets the snapshot free memory of values that only former versions have. Must be called when the session has moved, after it has
  /// forgotten all clusters that have changed.
  func releaseFormer() {
    assert(isAlone, "a session that has just moved is the only user of its snapshot")
    shared.snapshot.releaseFormer()
  }

  /// Removes the cached clusters that have changed since a version, and announces the changes of their tables. Removes all clusters, and
  /// announces changes of all tables, if the changes are unknown or unchanged clusters may have moved.
  func forgetChanges(since before: UInt64) {
    guard !engine.hasMovingClusters, let changed = counters.changes.changes(after: before, to: shared.snapshot.version) else {
      return clearDirectories()
    }
    forget(changed)
    for key in changed { if let table = tablesById[UInt32(truncatingIfNeeded: key >> 40)] { willChange(table.ordinal) } }
  }

  /// Moves to the version that this session has just committed.
  func renew() throws {
    defer { values.moved(to: shared.snapshot) }
    if isAlone { try shared.snapshot.renew() } else { share(try engine.snapshot(for: holder)) }
  }

  private func renewIfUnderstood() throws -> Bool {
    if isAlone {
      guard try shared.snapshot.renew(ifAccepted: understands) else { return false }
    } else {
      let newest = try engine.snapshot(for: holder)
      guard try understands(newest) else { return false }
      share(newest)
    }
    values.moved(to: shared.snapshot)
    return true
  }

  var isAlone: Bool { isKnownUniquelyReferenced(&shared) && isKnownUniquelyReferenced(&shared.lease) }

  private func share(_ newest: any StorageSnapshot) {
    newest.keepClusters(of: shared.snapshot)
    let (patched, older) = (shared.patched, shared.older)
    // From now on, the snapshot is reported as held by the objects that share it.
    shared.snapshot.setHolder(SnapshotHolder(shared.holderKind, place: holder.place))
    shared = SharedSnapshot(newest)
    shared.patched = patched
    shared.older = older
  }

  /// Whether the session has released its version: `release` was called, and `resume` has not been called since.
  public var isReleased: Bool { hasLetGo }

  /// Cancels an open write and releases the version read. A session that is not frozen can be resumed; until then every read throws.
  public func release() {
    endOpenWrite()
    if isReleased { return }
    // From now on, the snapshot is reported as held by the objects that share it.
    if frozen == nil { shared.snapshot.setHolder(SnapshotHolder(shared.holderKind, place: holder.place)) }
    shared = SharedSnapshot(ReleasedSnapshot(version: version, path: engine.path))
    (hasLetGo, isParked) = (true, false)
    values.moved(to: shared.snapshot)
    clearDirectories()
    moved()
  }

  /// Reads the newest version after `release`; does nothing in a session that is frozen or has not been released. If it throws, the session
  /// stays released.
  public func resume() throws {
    guard isReleased, frozen == nil else { return }
    let newest = try engine.snapshot(for: holder)
    try requireUnderstanding(of: newest)
    shared = SharedSnapshot(newest)
    hasLetGo = false
    values.moved(to: shared.snapshot)
    do {
      try readCounters()
    } catch {
      release()
      throw error
    }
    moved()
  }

  // Unchanged clusters keep their addresses: they have their own pages, and LMDB never writes to a page that a version can reach.
  private func forget(_ keys: [UInt64]) {
    for key in keys {
      shared.patched[key] = nil
      if !shared.older.isEmpty { shared.older[key] = nil }
      guard let table = tablesById[UInt32(truncatingIfNeeded: key >> 40)] else { continue }
      views[table.ordinal].setCluster(Int(key & 0xFF_FFFF_FFFF), nil)
      if views[table.ordinal].isTracked { markOutdated(table.ordinal, Int(key & 0xFF_FFFF_FFFF)) }
    }
  }

  func clearDirectories() {
    allWillChange()
    shared.patched = [:]
    shared.older = [:]
    for (ordinal, table) in tables.enumerated() where table != nil {
      views[ordinal].clear()
      stopTracking(ordinal)
    }
  }

  /// Records that base pointers may have become stale and that all data may have changed.
  func moved() {
    allWillChange()
    stepped()
  }

  /// Records that base pointers may have become stale. Only data announced by `willChange` has changed.
  func stepped() {
    context.pointee.generation += 1
    dataVersion += 1
  }

  /// Announces that rows of a table will have changed at the next call of `stepped`.
  func willChange(_ ordinal: Int) {
    assert(changedAt[ordinal] <= dataVersion + 1, "no change is announced beyond the next step")
    changedAt[ordinal] = dataVersion + 1
  }

  /// Announces that all tables may have changed at the next call of `stepped`.
  func allWillChange() { changedAt = [UInt64](repeating: dataVersion + 1, count: tables.count) }

  /// Returns whether none of the tables has changed since `dataVersion` was `version`. False in a frozen session, and while a write is
  /// open, because a write need not announce its changes.
  public func isUnchanged(_ ordinals: [Int], since version: UInt64) -> Bool {
    !isWriting && frozen == nil && ordinals.allSatisfy { changedAt[$0] <= version }
  }

  /// Cancels an open write, and invalidates all existing accessors permanently.
  public func invalidateAccessors() {
    endOpenWrite()
    cancelled.invalidateAll(upTo: context.pointee.generation)
    moved()
  }

  /// If the version read has trees of features that the snapshot does not reach, because another process created them after this process
  /// opened the file, opens these trees and moves to the newest version, repeatedly if needed. Must be called before anything but the
  /// counters is read.
  func reachTrees() throws(StoreError) {
    let spaces = engine.knownFeatures.features.compactMap { KeySpace(tree: $0.tree) }
    while try engine.openTrees(spaces.filter { counters.sum(ofTree: UInt32($0.index)) != nil }, for: shared.snapshot) {
      try shared.snapshot.renew()
      try readCounters()
    }
  }

  func readCounters() throws(StoreError) {
    counters = try Counters.read(shared.snapshot, path: engine.path)
    for (ordinal, table) in tables.enumerated() {
      guard let table else { continue }
      let entry = counters.entry(table.id) ?? Counters.Entry(table: table.id, nextKey: 0, liveCount: 0)
      views[ordinal].nextKey = entry.nextKey
      views[ordinal].liveCount = Int(entry.liveCount)
      views[ordinal].reserve(clusters: Int(entry.nextKey >> Int64(table.shift)) + 1)
    }
  }
}
