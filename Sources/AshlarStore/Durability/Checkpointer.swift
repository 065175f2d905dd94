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
/// - Checkpoints are installed and removed inside LMDB's write transactions, of which there is one among all processes.
final class Checkpointer: @unchecked Sendable {
  /// A checkpoint of this process, and the reader at its version, which is needed while something later is unsynced.
  struct Own {
    let descriptor: Int32
    let version: UInt64
    /// Which of this process's checkpoints it is.
    let number: UInt64
    var pin: OpaquePointer?

    /// Whether nobody has replaced or removed it: then its file has a name.
    var isInPlace: Bool {
      var info = stat()
      return fstat(descriptor, &info) == 0 && info.st_nlink > 0
    }
  }

  struct State {
    var limits = SyncLimits()
    /// Read and changed only inside a write transaction of LMDB, or when the environment is closed.
    var own: Own?
    var installed: UInt64 = 0
    /// When the first commit was made that the last capture does not have.
    var unsyncedSince: ContinuousClock.Instant?
    /// About how many pages were written since.
    var unsyncedPages: UInt64 = 0
    var lastPage: UInt64 = 0
    var pageSize: UInt64 = 4096
    var isCommitting = false
    var isRunning = false
    var isClosing = false
    /// What the background could not do; for the next commit.
    var failure: StoreError?
    /// A sync failed: what was written may be lost although it can be read, and no later sync would tell.
    var isBroken = false
  }

  let path: String
  let environment: OpaquePointer
  let boot: BootIdentity?
  // Made when it is first asked for, inside a write transaction of LMDB: who only reads need not know all folders of the path. At
  // once where the path says nothing without the folder that the process is in.
  @exclusivity(unchecked) private var madeFile: CheckpointFile?
  let monitor = Monitor()
  /// Under `monitor`.
  @exclusivity(unchecked) var state = State()
  private var probe: FreedPages?
  // Used by the holder of the write lock: whether this process, or another one, has written relaxed while this had the file open; the
  // version that this process committed last; and how many unsynced commits it made since it looked for a checkpoint.
  private var hasMetRelaxed = false
  private var lastCommitted: UInt64 = 0
  private var unchecked = 0

  init(path: String, environment: OpaquePointer, boot: BootIdentity?) {
    self.path = path
    self.environment = environment
    self.boot = boot
    madeFile = path.hasPrefix("/") ? nil : CheckpointFile(path)
  }

  /// Inside a write transaction of LMDB.
  private var file: CheckpointFile {
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
  private func meetsCheckpoint() throws(StoreError) -> Bool {
    unchecked += 1
    if newestVersion == lastCommitted, unchecked < 64 { return false }
    unchecked = 0
    return try file.exists
  }

  private var newestVersion: UInt64 {
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

  // MARK: - Inside LMDB's write transaction

  /// Makes the checkpoint this process's own, and pins its version.
  private func makeOwn() throws(StoreError) {
    hasMetRelaxed = true
    let known = monitor.withLock { state.own }
    if var own = known, own.isInPlace {
      if own.pin != nil { return }
      // Nobody has committed since it was saved: they would have removed it.
      let pin = try pinned()
      if UInt64(mdb_txn_id(pin)) == own.version {
        own.pin = pin
        return monitor.withLock { state.own = own }
      }
      mdb_txn_abort(pin)
    }
    guard boot != nil else { throw .checkpoint(path: path, .noBootIdentity) }
    try sync()
    let made = try capture()
    do throws(StoreError) {
      try install(made)
    } catch {
      mdb_txn_abort(made.pin)
      throw error
    }
  }

  /// Syncs, and leaves no checkpoint.
  private func giveUp() throws(StoreError) {
    hasMetRelaxed = true
    try sync()
    try file.remove()
    replaceOwn(nil)
    monitor.withLock { state.isSynced() }
  }

  /// The newest version, pinned, and its header pages. What was committed is about to be synced.
  func capture() throws(StoreError) -> (checkpoint: Checkpoint, pin: OpaquePointer) {
    guard let boot else { throw .checkpoint(path: path, .noBootIdentity) }
    let checkpoint = try Checkpoint(of: try PageFile(path, duplicating: try descriptor()), boot: boot, process: getpid())
    let pin = try pinned()
    guard UInt64(mdb_txn_id(pin)) == checkpoint.version else {
      mdb_txn_abort(pin)
      throw .damaged(path: path, detail: "its header pages lack its newest version")
    }
    monitor.withLock {
      state.isSynced()
      state.lastPage = checkpoint.header?.newest.lastPage ?? 0
      state.pageSize = UInt64(checkpoint.pageSize)
      monitor.wake()
    }
    return (checkpoint, pin)
  }

  /// Puts a version that is synced in the place of the checkpoint that was there.
  func install(_ made: (checkpoint: Checkpoint, pin: OpaquePointer)) throws(StoreError) {
    let descriptor = try file.install(made.checkpoint, of: try descriptor())
    let number = monitor.withLock {
      state.installed += 1
      return state.installed
    }
    replaceOwn(Own(descriptor: descriptor, version: made.checkpoint.version, number: number, pin: made.pin))
  }

  func replaceOwn(_ new: Own?) {
    let old = monitor.withLock {
      defer { state.own = new }
      return state.own
    }
    guard let old else { return }
    if let pin = old.pin { mdb_txn_abort(pin) }
    _ = dismiss(old.descriptor)
  }

  private func descriptor() throws(StoreError) -> Int32 {
    var descriptor: Int32 = -1
    try LMDBCode.check(mdb_env_get_fd(environment, &descriptor), path, "look at the file")
    return descriptor
  }

  private func pinned() throws(StoreError) -> OpaquePointer {
    var transaction: OpaquePointer?
    try LMDBCode.check(mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction), path, "pin a version")
    guard let transaction else { throw .failed(path: path, operation: "pin a version", code: 0, message: "no transaction") }
    return transaction
  }

  /// Waits until all that was written is on the disk.
  func sync() throws(StoreError) {
    let force: Int32 = 1
    var code = mdb_env_sync(environment, force)
    while code == EINTR { code = mdb_env_sync(environment, force) }
    guard code != 0 else { return }
    monitor.withLock { state.isBroken = true }
    throw LMDBCode.error(code, path, "sync")
  }

  /// Pages that the newest commit has given up, and the last page of the file.
  private func freedPages() -> (freed: UInt64, last: UInt64) {
    var info = MDB_envinfo()
    mdb_env_info(environment, &info)
    let probe = probe ?? FreedPages(environment)
    self.probe = probe
    return (probe.count(of: UInt64(info.me_last_txnid)), UInt64(info.me_last_pgno))
  }

  /// Whether a checkpoint of this process is to be removed when the file is closed.
  var hasOwn: Bool { monitor.withLock { state.own != nil } }

  // MARK: - Closing

  /// Ends the background, syncs, and removes the checkpoint. Nobody is there to be told when that fails: the checkpoint stays
  /// then, and the next opening sees to it or throws.
  func close() {
    monitor.withLock {
      state.isClosing = true
      monitor.wake()
      while state.isRunning { monitor.wait() }
    }
    probe = nil
    guard let own = monitor.withLock({ state.own }) else { return }
    var transaction: OpaquePointer?
    if mdb_txn_begin(environment, nil, 0, &transaction) == 0 {
      if own.isInPlace, !monitor.withLock({ state.isBroken }) { try? giveUp() }
      mdb_txn_abort(transaction)
    }
    replaceOwn(nil)
  }
}

// The system's, which a method hides.
private let dismiss = close(_:)

extension Checkpointer.State {
  /// Whether enough was written to sync at once.
  var isDue: Bool { unsyncedPages * pageSize >= limits.bytes }

  /// Whether commits should wait.
  var isBehind: Bool { unsyncedPages * pageSize >= limits.bytes * 2 }

  /// All that was committed until now is on the disk, or about to be.
  mutating func isSynced() {
    unsyncedSince = nil
    unsyncedPages = 0
  }
}
