import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Commits that do not wait for the disk, such that a loss of power takes the file back to a version that was there: the last
/// one that was synced, whose header pages are in the checkpoint.
///
/// Invariants:
/// - Nothing is committed without a sync unless this process's own checkpoint is in place and a reader is pinned at its version:
///   so no page that the version can reach is written to before the next checkpoint is on the disk.
/// - Nothing at all is committed beside a checkpoint of somebody else, whose pin may be gone: the file is synced first, then the
///   checkpoint is replaced or removed.
/// - No checkpoint is older than a commit of `.full` that returned.
/// - Files of checkpoints are installed and removed inside LMDB's write transactions, of which there is one among all processes. What is
///   written into a slot outside of them counts for this process once it has seen, inside one, that the file still has its name.
final class Checkpointer: @unchecked Sendable {
  let path: String
  let environment: OpaquePointer
  let boot: BootIdentity?
  // Made on first use, inside a write transaction of LMDB: readers need not resolve the path. At
  // once where the path says nothing without the folder that the process is in.
  @exclusivity(unchecked) var madeFile: CheckpointFile?
  let monitor = Monitor()
  /// Under `monitor`.
  @exclusivity(unchecked) var state: State
  var probe: FreedPages?
  // Used by the holder of the write lock: whether this process, or another one, has written relaxed while this had the file open; the
  // version that this process committed last; and how many unsynced commits it made since it looked for a checkpoint.
  var hasMetRelaxed = false
  var lastCommitted: UInt64 = 0
  var unchecked = 0

  init(path: String, environment: OpaquePointer, boot: BootIdentity?) {
    self.path = path
    self.environment = environment
    self.boot = boot
    var statistics = MDB_stat()
    mdb_env_stat(environment, &statistics)
    state = State(pageSize: UInt64(statistics.ms_psize))
    madeFile = path.hasPrefix("/") ? nil : CheckpointFile(path)
  }

  /// Inside a write transaction of LMDB.
  var file: CheckpointFile {
    get throws(StoreError) {
      if let madeFile { return madeFile }
      let made = CheckpointFile(path, of: try descriptor())
      madeFile = made
      return made
    }
  }

  // MARK: - Commits, by the holder of the write lock

  /// Before LMDB's transaction: throws what the background could not do, and waits while it is far behind.
  func admit() throws(StoreError) {
    // Nothing runs in the background then.
    guard hasMetRelaxed else { return }
    try monitor.withLock { () throws(StoreError) in
      while state.failure == nil, !state.isBroken, state.isRunning, state.isBehind { monitor.wait() }
      if let failure = state.failure {
        state.failure = nil
        throw failure
      }
      if state.isBroken { throw .writesStopped(path: path) }
    }
  }

  /// Inside LMDB's transaction, before anything is changed. To be followed by `ended`, unless it throws.
  func prepare(_ durability: CommitDurability) throws(StoreError) {
    switch durability {
    case .full:
      let isThere = try file.exists
      if isThere || monitor.withLock({ state.own != nil }) { try giveUp() }
    case .relaxed: try makeOwn()
    // Who writes relaxed may have lost the checkpoint to a durable commit since.
    case .unsynced:
      let isRelaxed = hasMetRelaxed ? true : try meetsCheckpoint()
      if isRelaxed { try makeOwn() }
    }
    guard hasMetRelaxed, monitor.withLock({ state.own != nil }) else { return }
    try monitor.withLock { () throws(StoreError) in
      // A thread that cannot be had is an error before anything was stored.
      if !state.isRunning { try start() }
      state.isCommitting = true
    }
  }

  // Who saves a checkpoint commits a version next. To look for the file takes a tenth of a small commit, so without others'
  // versions that is done now and then, for a process that was killed in between.
  func meetsCheckpoint() throws(StoreError) -> Bool {
    unchecked += 1
    if newestVersion == lastCommitted, unchecked < 64 { return false }
    unchecked = 0
    return try file.exists
  }

  var newestVersion: UInt64 {
    var info = MDB_envinfo()
    mdb_env_info(environment, &info)
    return UInt64(info.me_last_txnid)
  }

  /// The transaction that was prepared has ended; the caller still has the right to write.
  func ended(isCommitted: Bool) {
    if !hasMetRelaxed {
      if isCommitted { lastCommitted = newestVersion }
      return
    }
    guard monitor.withLock({ state.isCommitting }) else { return }
    let (freed, last) = isCommitted ? freedPages() : (0, 0)
    monitor.withLock {
      state.isCommitting = false
      if isCommitted {
        // What was given up cannot be used again, and what is new makes the file longer; most pages are both.
        state.unsyncedPages += max(freed, last > state.lastPage ? last - state.lastPage : 0)
        state.lastPage = max(last, state.lastPage)
        if state.unsyncedSince == nil {
          state.unsyncedSince = .now
          monitor.wake()
        } else if state.isDue {
          monitor.wake()
        }
      } else {
        monitor.wake()
      }
    }
  }

  /// Waits until all that was written is on the disk. Throws once a sync has failed: the system tells of a failure once, and what was
  /// lost then stays lost although a later sync succeeds.
  func sync() throws(StoreError) {
    if monitor.withLock({ state.isBroken }) { throw .writesStopped(path: path) }
    let force: Int32 = 1
    var code = mdb_env_sync(environment, force)
    while code == EINTR { code = mdb_env_sync(environment, force) }
    guard code != 0 else { return }
    monitor.withLock { state.isBroken = true }
    throw LMDBCode.error(code, path, "sync")
  }

  /// Pages that the newest commit has given up, and the last page of the file.
  func freedPages() -> (freed: UInt64, last: UInt64) {
    var info = MDB_envinfo()
    mdb_env_info(environment, &info)
    let probe = probe ?? FreedPages(environment)
    self.probe = probe
    return (probe.count(of: UInt64(info.me_last_txnid)), UInt64(info.me_last_pgno))
  }

  /// Whether closing the file must remove a checkpoint of this process.
  var hasOwn: Bool { monitor.withLock { state.own != nil } }

  // MARK: - Closing

  /// Ends the background, syncs, and removes the checkpoint. Nobody is there to be told when that fails: the checkpoint stays
  /// then, and the next opening settles it or throws.
  func close() {
    monitor.withLock {
      state.isClosing = true
      monitor.wake()
      while state.isRunning { monitor.wait() }
    }
    probe = nil
    let own = monitor.withLock { state.own }
    var isSaved = !monitor.withLock { state.isBroken }
    if let own {
      var transaction: OpaquePointer?
      if mdb_txn_begin(environment, nil, 0, &transaction) == 0 {
        // Whoever took it away has synced.
        if isSaved, own.isInPlace { isSaved = (try? giveUp()) != nil }
        mdb_txn_abort(transaction)
      } else {
        isSaved = false
      }
      replaceOwn(nil)
    }
    resumeAll(isSaved ? nil : .writesStopped(path: path))
  }
}
