import CAshlar
import CLMDB

// The thread that syncs. It is there while something is unsynced, or is being committed.
extension Checkpointer {
  /// Under `monitor`.
  func start() throws(StoreError) {
    let context = Unmanaged.passRetained(self)
    let code = ashlar_start_thread(
      { context in
        guard let context else { return }
        Unmanaged<Checkpointer>.fromOpaque(context).takeRetainedValue().run()
      }, context.toOpaque())
    if code != 0 {
      context.release()
      throw LMDBCode.error(code, path, "start a thread")
    }
    state.isRunning = true
  }

  private func run() {
    while waitUntilDue() {
      do throws(StoreError) {
        try saveNewest()
      } catch {
        monitor.withLock {
          state.failure = error
          // Tried again after the interval, unless that cannot help.
          state.unsyncedSince = state.isBroken ? nil : .now
          monitor.wake()
        }
        resumeAll(error)
      }
    }
  }

  /// False when the thread has nothing left to do.
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
      // Wakes a thread that closes, or waits for the background to catch up.
      monitor.wake()
      return false
    }
  }

  /// Gets the newest version to the disk and saves its checkpoint. When it throws, the checkpoint before is still in place.
  ///
  /// Commits go on while the disk works: only looking at what is there and taking over what was written are inside LMDB's transaction.
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
      // Without a checkpoint of its own as well: nobody knows who took it away.
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
          // This process's pin protects nothing any more.
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

  // Without a later version nothing can be used again that belongs to this one, and the next commit handles it.
  private func unpinIfNewest() {
    var info = MDB_envinfo()
    mdb_env_info(environment, &info)
    guard var own = monitor.withLock({ state.own }), own.version == UInt64(info.me_last_txnid), let pin = own.pin else { return }
    mdb_txn_abort(pin)
    own.pin = nil
    setOwn(own)
  }

  // Runs `body` while nobody can commit.
  private func writing(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    var transaction: OpaquePointer?
    try LMDBCode.check(mdb_txn_begin(environment, nil, 0, &transaction), path, "begin")
    defer { mdb_txn_abort(transaction) }
    try body()
  }
}
