import AshlarSchema

// Beginning, cancelling and committing.
extension StoreSession {
  /// Takes the right to write, waiting for others, and moves to the newest version. Throws `StoreError.tooManyVersions`
  /// beyond `versionLimit`, `StoreError.notAtItsPath` when the file was deleted, renamed or replaced, and
  /// `CatalogError.changedElsewhere` or `.linkedElsewhere` when the tables were changed since the session was opened.
  public func beginWrite() throws { try beginWrite(hasLock: false) }

  /// - Parameter hasLock: whether the caller has taken the right to write, which then belongs to the transaction, also when this
  ///   throws.
  public func beginWrite(hasLock: Bool) throws {
    precondition(transaction == nil && frozen == nil, "a session has one write at a time, and a frozen one has none")
    if !hasLock { try engine.lockForWriting(for: writeHolder) }
    do {
      try engine.checkPath()
      if try !advance() {
        stepped()
      } else if shared.snapshot.version != engine.newestVersion {
        try engine.recoverNewestVersion()
        try advance()
      }
      try checkTables()
      if let versionLimit { try engine.checkVersions(limit: versionLimit) }
    } catch {
      engine.unlockForWriting()
      throw error
    }
    let beginning = spareTransaction ?? makeTransaction()
    spareTransaction = nil
    beginning.begin(firstGeneration: context.pointee.generation)
    transaction = beginning
    openWrite = Unmanaged.passUnretained(beginning)
    openChanges = Unmanaged.passUnretained(beginning)
    context.pointee.writeGeneration = nextWriteGeneration
    context.pointee.foundGeneration = nextWriteGeneration
    nextWriteGeneration += 1
  }

  private func makeTransaction() -> WriteTransaction {
    WriteTransaction(
      tables: tables.count, memory: TransactionMemory(path: engine.hasFile ? engine.path : nil, limit: transactionMemoryLimit))
  }

  /// Throws the overlay away. Rows inserted in the transaction are gone; their accessors stay invalid for ever.
  public func cancelWrite() {
    guard let ending = transaction else { return }
    var firstNewKeys: [Int: Int64] = [:]
    for (ordinal, before) in ending.countersBefore.enumerated() {
      guard let before else { continue }
      if views[ordinal].nextKey > before.nextKey { firstNewKeys[ordinal] = before.nextKey }
      views[ordinal].nextKey = before.nextKey
      views[ordinal].liveCount = before.liveCount
    }
    forgetOverlays(ending)
    cancelled.add(from: ending.firstGeneration, to: context.pointee.generation, firstNewKeys: firstNewKeys)
    finish()
  }

  /// Why the open write can only be cancelled; nil if it may be committed, and if there is none. `commitWrite` and `writeCopy` throw it.
  public var writeRefusal: (any Error)? { transaction?.refusal }

  /// From now on the open write can only be cancelled. The first refusal counts.
  public func refuseWrite(_ refusal: any Error) {
    guard let transaction else { preconditionFailure("only an open write can be refused") }
    if transaction.refusal == nil { transaction.refusal = refusal }
  }

  /// Commits with `.full` durability or `.unsynced`.
  public func commitWrite(sync: Bool) throws { try commitWrite(sync ? .full : .unsynced) }

  /// Stores the changes as one version. When it throws, the transaction is cancelled and nothing of it is stored.
  public func commitWrite(_ durability: CommitDurability) throws { try commitWrite(durability) { _, _ in } }

  /// - Parameter extra: writes more into the same commit, first of all.
  func commitWrite(_ durability: CommitDurability, with extra: (any StorageWriter, inout Counters) throws -> Void) throws {
    guard let ending = transaction else { return }
    lastCommit = nil
    if let refusal = ending.refusal {
      cancelWrite()
      throw refusal
    }
    // Before the overlays go, and in the feed before anybody can read the version.
    let told = engine.changes.isObserved ? ChangeSetBuilder.changes(of: ending.overlays) : nil
    let position = told.map { engine.changes.begin($0, before: shared.snapshot.version) }
    do {
      var commit = Commit(self, ending)
      try engine.commit(durability) { writer in
        guard writer.version == shared.snapshot.version + 1 else {
          throw StoreError.failed(
            path: engine.path, operation: "commit", code: 0, message: "another process committed without holding the write lock")
        }
        try values.gathering {
          try extra(writer, &commit.counters)
          try commit.write(to: writer)
        }
      }
      counters = commit.counters
    } catch {
      if let position { engine.changes.cancel(position) }
      cancelWrite()
      throw error
    }
    defer { engine.changes.wake(except: waiter) }
    let before = shared.snapshot.version
    do {
      try renew()
    } catch {
      // The data is stored; only this view of it is lost.
      clearDirectories()
      finish()
      throw error
    }
    if let told, let position {
      engine.changes.end(position, at: shared.snapshot.version)
      lastCommit = (told, position)
    }
    if shared.snapshot.version <= before + 1, !engine.hasMovingClusters {
      // Nobody else wrote, or nothing was written: pages of clusters that were not written are where they were.
      keepPatches(ending)
    } else {
      clearDirectories()
    }
    finish()
  }

  private func forgetOverlays(_ ending: WriteTransaction) {
    for overlay in ending.overlays {
      let ordinal = overlay.table.ordinal
      views[ordinal].setCluster(overlay.number, nil)
      if views[ordinal].isTracked {
        liveClusters[ordinal]?.set(overlay.number, rows: overlay.original.map { Cluster($0).liveCount } ?? 0)
      }
    }
  }

  private func finish() {
    if let transaction { for overlay in transaction.overlays { willChange(overlay.table.ordinal) } }
    transaction?.end()
    outboxChanges = nil
    spareTransaction = transaction
    transaction = nil
    openWrite = nil
    openChanges = nil
    context.pointee.writeGeneration = AccessContext.noWrite
    context.pointee.foundGeneration = 0
    stepped()
    engine.unlockForWriting()
  }

  /// From now on the first store of every accessor takes the slow path, which counts `dataVersion`: whatever was computed
  /// inside the write can tell whether it is still right.
  public func armWriteDetection() {
    guard transaction != nil else { return }
    context.pointee.writeGeneration = nextWriteGeneration
    context.pointee.foundGeneration = 0
    nextWriteGeneration += 1
  }

  /// A change was told: until results are computed again, accessors need not tell more.
  func noteChange() {
    dataVersion += 1
    if context.pointee.foundGeneration == context.pointee.writeGeneration { return }
    context.pointee.foundGeneration = context.pointee.writeGeneration
    // Loops find their rows once more, and may store into those to come at once.
    context.pointee.generation += 1
  }
}
