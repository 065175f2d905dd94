import AshlarSchema

// Begins, cancels and commits transactions.
extension StoreSession {
  /// Acquires the write lock, waiting for other writers, and moves to the newest version. Throws `StoreError.tooManyVersions` if there are
  /// more than `versionLimit` versions from the oldest version being read to the newest, `StoreError.notAtItsPath` if the file was deleted,
  /// renamed or replaced, and `CatalogError.changedElsewhere`, `.linkedElsewhere` or `.featuresElsewhere` if changes of the tables or
  /// features since the session was opened prevent it from writing; see `understands`.
  public func beginWrite() throws { try beginWrite(hasLock: false) }

  /// - Parameter hasLock: Whether the caller has acquired the write lock. The transaction takes ownership of the lock, even if this throws.
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
    assert(context.pointee.writeGeneration == AccessContext.noWrite, "no accessor may store before a write begins")
    assert(beginning.overlays.isEmpty, "a transaction that is used again has ended")
    context.pointee.writeGeneration = nextWriteGeneration
    context.pointee.foundGeneration = nextWriteGeneration
    nextWriteGeneration += 1
    #if ASHLAR_CHECKED
      _checkInvariants()
    #endif
  }

  private func makeTransaction() -> WriteTransaction {
    // The temporary file would contain plaintext. It cannot be encrypted, because the program reads and changes its bytes in place.
    let path = engine.hasFile && !engine.isEncrypted ? engine.path : nil
    return WriteTransaction(tables: tables.count, memory: TransactionMemory(path: path, limit: transactionMemoryLimit))
  }

  /// Ends the open write and discards its overlays. Rows inserted in the transaction no longer exist; their accessors are permanently
  /// invalid.
  public func cancelWrite() {
    guard let ending = transaction else { return }
    #if ASHLAR_CHECKED
      _checkInvariants(isCommitting: true)
    #endif
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

  /// The reason why the open write can only be cancelled; nil if it may be committed, or if no write is open. `commitWrite` and `writeCopy`
  /// throw it.
  public var writeRefusal: (any Error)? { transaction?.refusal }

  /// Prevents the open write from being committed. If it is called several times, the commit throws the first error.
  public func refuseWrite(_ refusal: any Error) {
    guard let transaction else { preconditionFailure("only an open write can be refused") }
    if transaction.refusal == nil { transaction.refusal = refusal }
  }

  /// Returns the violations of rules about values, then those of unique rules, with which a commit of the open write would fail now, at
  /// most `RuleError.limit`; none if no write is open. Complexity: O(changed rows), and a search in the index for each value that a row has
  /// gained.
  public func ruleViolations() throws -> [StoredViolation] {
    guard let transaction else { return [] }
    let conflicts = UniqueConflicts(self)
    let writer = DiscardingWriter()
    var sums = counters.sums
    try values.gathering {
      for case let table? in tables {
        let unique = table.indexes.filter(\.isUnique)
        if unique.isEmpty { continue }
        let changed = transaction.overlays.filter { $0.table === table && !$0.isUnchanged }.ordered { $0.number < $1.number }
        for index in unique {
          var changes = PostingChanges(table, index, context, path: engine.path)
          for overlay in changed { changes.collect(overlay) }
          try changes.write(to: writer, reading: shared.snapshot, &sums, conflicts)
        }
      }
    }
    return Array((try valueViolations().violations + conflicts.findings.violations).prefix(RuleError.limit))
  }

  /// Returns whether a row was created before the open write began, or, if no write is open, before the version that this session reads.
  /// The row may have been deleted since.
  public func wasStored(_ ordinal: Int, _ key: Int64) -> Bool {
    guard hasTable(ordinal) else { return false }
    return key < transaction?.countersBefore[ordinal]?.nextKey ?? views[ordinal].nextKey
  }

  /// Commits with durability `.full` if `sync` is true, otherwise `.unsynced`.
  public func commitWrite(sync: Bool) throws { try commitWrite(sync ? .full : .unsynced) }

  /// Commits the changes as one version. Does nothing if no write is open. If this throws, the transaction has ended, the session is at the
  /// version before it, and none of the changes are stored unless `unread` was called.
  /// - Parameter unread: Called with the version of the commit before `commitWrite` throws, if the changes are stored, but the session
  ///   cannot read the new version: for example, because all readers are in use.
  public func commitWrite(_ durability: CommitDurability, unread: (_ version: UInt64) -> Void = { _ in }) throws {
    try commitWrite(durability, with: { _, _ in }, unread: unread)
  }

  /// Like `commitWrite(_:unread:)`, with additional data.
  /// - Parameter extra: Writes the additional data into the same commit, before the changes.
  func commitWrite(
    _ durability: CommitDurability, with extra: (any StorageWriter, inout Counters) throws -> Void,
    unread: (_ version: UInt64) -> Void = { _ in }
  ) throws {
    guard let ending = transaction else { return }
    #if ASHLAR_CHECKED
      _checkInvariants()
    #endif
    lastCommit = nil
    if let refusal = ending.refusal {
      cancelWrite()
      throw refusal
    }
    // The changes are computed before the overlays are freed, and added to the feed before any reader can see the version.
    let told = engine.changes.isObserved ? ChangeSetBuilder.changes(of: ending.overlays) : nil
    let position = told.map { engine.changes.begin($0, before: shared.snapshot.version) }
    let stored: Counters
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
      stored = commit.counters
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
      // The version is the newest one, because this session still holds the write lock.
      unread(engine.newestVersion)
      cancelWrite()
      throw error
    }
    counters = stored
    if let told, let position {
      engine.changes.end(position, at: shared.snapshot.version)
      lastCommit = (told, position)
    }
    if shared.snapshot.version <= before + 1, !engine.hasMovingClusters {
      // No other process has written, or nothing was written: unchanged clusters keep their pages and addresses.
      keepPatches(ending)
    } else {
      clearDirectories()
    }
    // This ends the transaction, whose overlays refer to former clusters.
    finish()
    releaseFormer()
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
    #if ASHLAR_CHECKED
      _checkInvariants()
    #endif
    engine.unlockForWriting()
  }

  /// Makes the next write of every accessor take the slow path, which increments `dataVersion`, so that results computed in the open write
  /// can detect that they are outdated.
  public func armWriteDetection() {
    guard transaction != nil else { return }
    context.pointee.writeGeneration = nextWriteGeneration
    context.pointee.foundGeneration = 0
    nextWriteGeneration += 1
  }

  /// Records a change. Until results are computed again, accessors need not report further changes.
  func noteChange() {
    dataVersion += 1
    // While writes are recorded, each accessor reports its first write to a row.
    if context.pointee.foundGeneration == context.pointee.writeGeneration || transaction?.tracksStores == true { return }
    context.pointee.foundGeneration = context.pointee.writeGeneration
    // Makes iterations look up their rows again, so that they can write the following rows directly.
    context.pointee.generation += 1
  }
}
