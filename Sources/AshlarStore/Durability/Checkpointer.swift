import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Manages commits that do not wait for the disk. After a loss of power, the file is restored to the last synced version, whose header
/// pages the checkpoint contains.
///
/// Invariants:
/// - A commit is unsynced only while this process's own checkpoint is in place and its version is pinned, so that none of the version's
///   pages is overwritten before the next checkpoint is on disk.
/// - No commit is made while another process's checkpoint is in place, because its version may no longer be pinned: the file is synced
///   first, then the checkpoint is replaced or removed.
/// - No checkpoint is older than a `.full` commit that returned.
/// - Checkpoint files are installed and removed inside LMDB's write transaction, which only one process at a time can have open. A slot
///   that was written outside a write transaction becomes current for this process once the process has verified, inside a write
///   transaction, that the file still has its name.
final class Checkpointer: @unchecked Sendable {
  let path: String
  let environment: OpaquePointer
  let boot: BootIdentity?
  // The checkpoint file. It is created on first use, inside an LMDB write transaction, so that readers need not resolve the path; for a
  // relative path, which depends on the working directory, it is created immediately.
  @exclusivity(unchecked) var madeFile: CheckpointFile?
  let monitor = Monitor()
  /// The state, guarded by `monitor`.
  @exclusivity(unchecked) var state: State
  var probe: FreedPages?
  // Whether this process has committed with `.relaxed`, or another process has since this process opened the file. Like the next two
  // properties, it is accessed only by the holder of the write lock.
  var hasMetRelaxed = false
  // The last version committed by this process.
  var lastCommitted: UInt64 = 0
  // The number of unsynced commits since this process last checked for a checkpoint.
  var unchecked = 0

  init(path: String, environment: OpaquePointer, boot: BootIdentity?) {
    self.path = path
    self.environment = environment
    self.boot = boot
    var statistics = MDB_stat()
    mdb_env_stat(environment, &statistics)
    state = State(pageSize: UInt64(statistics.ms_psize))
    madeFile = path.utf8.first == UInt8(ascii: "/") ? nil : CheckpointFile(path)
  }

  /// The checkpoint file. Must be read inside an LMDB write transaction.
  var file: CheckpointFile {
    get throws(StoreError) {
      if let madeFile { return madeFile }
      let made = CheckpointFile(path, of: try descriptor())
      madeFile = made
      return made
    }
  }

  // MARK: - Commits, by the holder of the write lock

  /// Waits while too many bytes are unsynced. The first call after a failed background sync throws its error; every other call after a
  /// failed sync throws `StoreError.writesStopped`. Must be called before LMDB's transaction begins.
  func admit() throws(StoreError) {
    // Without relaxed commits there is no background thread.
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

  /// Prepares a commit, inside LMDB's transaction and before any change. Must be followed by `ended`, unless it throws.
  func prepare(_ durability: CommitDurability) throws(StoreError) {
    switch durability {
    case .full:
      let isThere = try file.exists
      if isThere || monitor.withLock({ state.own != nil }) { try giveUp() }
    case .relaxed: try makeOwn()
    // After a relaxed commit, a durable commit may have removed the checkpoint.
    case .unsynced:
      let isRelaxed = hasMetRelaxed ? true : try meetsCheckpoint()
      if isRelaxed { try makeOwn() }
    }
    guard hasMetRelaxed, monitor.withLock({ state.own != nil }) else { return }
    try monitor.withLock { () throws(StoreError) in
      // Fails before anything is stored if the thread cannot be started.
      if !state.isRunning { try start() }
      state.isCommitting = true
    }
  }

  // A process that saves a checkpoint commits immediately afterwards. Checking for the file takes a tenth of the time of a small commit.
  // Therefore, if no other process has committed, only every 64th commit checks for a checkpoint: a process that was killed between saving
  // and committing may have left one.
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

  /// Ends a prepared commit. The caller still holds the write lock.
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
        // Freed pages cannot be reused before the next sync, so new pages extend the file. A commit usually allocates as many pages as it
        // frees, so the maximum of both numbers is counted instead of their sum.
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

  /// Waits until everything written is on disk. Throws after any failed sync: the system reports a failure only once, and the lost data
  /// stays lost even if a later sync succeeds.
  func sync() throws(StoreError) {
    if monitor.withLock({ state.isBroken }) { throw .writesStopped(path: path) }
    let force: Int32 = 1
    var code = mdb_env_sync(environment, force)
    while code == EINTR { code = mdb_env_sync(environment, force) }
    guard code != 0 else { return }
    monitor.withLock { state.isBroken = true }
    throw LMDBCode.error(code, path, "sync")
  }

  /// Returns the number of pages freed by the newest commit, and the number of the file's last page.
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

  /// Stops the background thread, and syncs and removes this process's checkpoint if it is in place. Resumes all waiters. If the sync or
  /// the removal fails, the checkpoint remains, the waiters receive `StoreError.writesStopped`, and the next opening applies the
  /// checkpoint, removes it or throws.
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
        // A process that replaced the checkpoint has synced the file.
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
