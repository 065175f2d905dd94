import CLMDB

// The thread that syncs. It runs while commits are unsynced or in progress.
extension Checkpointer {
  /// Starts the thread. The caller must hold `monitor`.
  func start() throws(StoreError) {
    let code = Worker.start { self.run() }
    if code != 0 { throw LMDBCode.error(code, path, "start a thread") }
    state.isRunning = true
  }

  private func run() {
    while waitUntilDue() {
      do throws(StoreError) {
        try saveNewest()
      } catch {
        monitor.withLock {
          state.failure = error
          // The sync is retried after the interval, unless a retry cannot succeed.
          state.unsyncedSince = state.isBroken ? nil : .now
          monitor.wake()
        }
        resumeAll(error)
      }
    }
  }

  /// Waits until a sync is due. Returns false if the thread has no work left or the file is being closed.
  private func waitUntilDue() -> Bool {
    monitor.withLock {
      while !state.isClosing {
        if !state.savings.isEmpty { return true }
        if let since = state.unsyncedSince {
          let left = state.limits.interval - (.now - since)
          if left <= .zero || (state.isDue && state.failure == nil) { return true }
          monitor.wait(left)
        } else if state.isCommitting {
          monitor.wait()
        } else {
          break
        }
      }
      state.isRunning = false
      // Wakes a thread that is closing the file or waiting for the background sync.
      monitor.wake()
      return false
    }
  }

  /// Syncs the newest version and, if this process's checkpoint is in place, saves that version's checkpoint. If it throws, either the
  /// previous checkpoint or the new one is in place.
  ///
  /// Commits continue during the sync: only the capture and the adoption of the written checkpoint run inside LMDB's write transaction.
  private func saveNewest() throws(StoreError) {
    let pages = monitor.withLock { state.unsyncedPages }
    var made: Captured?
    defer { if let made { mdb_txn_abort(made.pin) } }
    var before: (number: UInt64, file: CheckpointFile)?
    var saved: UInt64 = 0
    do throws(StoreError) {
      try writing { () throws(StoreError) in
        guard let own = monitor.withLock({ state.own }), own.isInPlace else { return }
        before = (own.number, try file)
        made = numbered(try capture())
      }
      // Syncs even if this process no longer has a checkpoint, because it is unknown which process removed it.
      try sync()
      let written: Result<Int?, StoreError> =
        if let made, let before {
          Result { () throws(StoreError) in try write(made.checkpoint, behind: before.number, in: before.file) }
        } else {
          .success(nil)
        }
      try writing { () throws(StoreError) in
        defer { saved = savedVersion }
        guard let own = monitor.withLock({ state.own }) else { return }
        if !own.isInPlace {
          // This process's pin no longer protects the checkpoint's pages.
          replaceOwn(nil)
          monitor.withLock { state.isSynced() }
        } else if own.number == before?.number, let found = made {
          made = nil
          try adopt(found, written)
          unpinIfNewest()
        }
      }
    } catch {
      monitor.withLock { state.unsyncedPages += pages }
      throw error
    }
    resume(upTo: saved)
  }

  // Unpins the checkpoint's version if it is still the newest: its pages cannot be reused before a later commit, and `makeOwn` pins it
  // again.
  private func unpinIfNewest() {
    var info = MDB_envinfo()
    mdb_env_info(environment, &info)
    guard var own = monitor.withLock({ state.own }), own.version == UInt64(info.me_last_txnid), let pin = own.pin else { return }
    mdb_txn_abort(pin)
    own.pin = nil
    setOwn(own)
  }

  // Runs `body` while no process can commit.
  private func writing(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    var transaction: OpaquePointer?
    try LMDBCode.check(mdb_txn_begin(environment, nil, 0, &transaction), path, "begin")
    defer { mdb_txn_abort(transaction) }
    try body()
  }
}
