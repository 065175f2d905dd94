import CAshlar
import CLMDB
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The storage engine over LMDB.
///
/// Invariants: a process has at most one instance per file (guaranteed by `EnvironmentRegistry`); sub-databases are opened once, those of
/// every file in the initializer and those of features possibly later, and never closed before the environment; `commit` begins and ends
/// its LMDB transaction on the calling thread.
package final class LMDBEngine: FileEngine, @unchecked Sendable {
  package let path: String
  let environment: OpaquePointer
  /// The process that opened the file. An instance inherited by a forked child belongs to the parent.
  let process = ashlar_process()
  /// The identity of the file; nil in memory.
  package let identity: FileStatus.Identity?
  let register = SnapshotRegister()
  package let changes = ChangeFeed()
  private let movingClusters = Atomic(false)
  /// The number of transactions that this instance has committed.
  let commits = Atomic<Int>(0)
  // The file's last page when dead readers were last removed after growth. Only the holder of the write lock accesses it.
  var pagesAtReaderCheck: UInt64 = 0
  /// The warning about growth that a pinned version causes. Only the holder of the write lock accesses it.
  @exclusivity(unchecked) var pinnedGrowth = PinnedGrowth()
  let writeLock: WriteLock
  let isInMemory: Bool
  /// Callbacks waiting until a relaxed commit need not wait for the disk.
  let preparations = Guarded<[@Sendable (StoreError?) -> Void]>([])
  // The time when the file was last found at its path. Only the holder of the write lock accesses it.
  @exclusivity(unchecked) var pathFound: ContinuousClock.Instant?
  let trees = TreeHandles()
  /// The form of the values in the file.
  package let form: any FileForm
  /// The features that the process knew when it opened the file. `isWriting` is false if the file can only be read; `unknownFeatures` then
  /// contains the names of the features that prevent writing.
  @exclusivity(unchecked) package private(set) var knownFeatures: KnownFeatures
  @exclusivity(unchecked) package private(set) var unknownFeatures: [String] = []

  private let use: FileUse?
  // The writer that all commits use. Only the holder of the write lock accesses it.
  @exclusivity(unchecked) private var writer: LMDBWriter?
  // The address of a reset reader for the next snapshot that moves to another version; 0 if there is none.
  let spareReader = Guarded<UInt>(0)
  private let claim: FileClaim?
  /// The checkpointer; nil if the engine is read-only or in memory.
  let checkpointer: Checkpointer?
  // The file's descriptor, which a forked child closes: the locks of an open file description last until all processes that share it have
  // closed it.
  private let descriptor = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  private let handler: ForkHandler
  // The descriptor that holds the locks that prevent other processes from using the file with other lock files; nil in memory and without
  // locking.
  private(set) var pairing: PrivateDescriptor?
  /// The object that holds the locks that protect LMDB's reader table; nil without locking.
  private(set) var readerTable: ReaderTable?
  private let hasSizeLimit = ashlar_has_size_limit() != 0
  // The watch for commits of other processes; nil if other processes cannot commit.
  private(set) var commitWatch: CommitWatch?

  /// Opens or creates the file at `path`, which the caller has checked. `use` and `claim` end when the file is closed, because closing any
  /// descriptor of LMDB's lock file releases the process's locks on it.
  /// - Parameters:
  ///   - size: The expected size in bytes, if the file is about to be filled.
  ///   - least: The minimum address space to reserve, in bytes.
  ///   - isForReading: Whether to open a file even if unknown features prevent writing to it.
  ///   - form: The form of the values. Files of another form are not opened.
  init(
    path: String, inMemory: Bool, use: FileUse? = nil, claim: FileClaim? = nil, boot: BootIdentity? = .current, expecting size: Int = 0,
    reserving least: Int = Reservation.least, isForReading: Bool = false, form: any FileForm = PlainForm()
  ) throws(StoreError) {
    self.path = path
    self.form = form
    knownFeatures = KnownFeatures(isWriting: !isForReading)
    self.use = use
    self.claim = claim
    isInMemory = inMemory
    claim?.releaseNames()
    writeLock = try WriteLock(path: inMemory ? nil : path + ".lock", database: path)
    // Closing the table's descriptor would release the locks of LMDB and of the claim, so it stays open until the environment is closed.
    let readerTable = try ReaderTable(path)
    readerTable.keepForOthers()
    self.readerTable = readerTable
    let flags = inMemory ? UInt32(MDB_NOSYNC) | UInt32(MDB_NOMETASYNC) : 0
    environment = try LMDBEngine.openEnvironment(
      path, flags, Reservation.attempts(for: max(size, FileStatus(path).size, inMemory ? Reservation.memory / 4 : 0), least: least))
    (identity, handler) = LMDBEngine.watch(descriptor, of: environment)
    checkpointer = inMemory ? nil : Checkpointer(path: path, environment: environment, boot: boot)
    // From here on, `deinit` runs even if this initializer throws.
    try readerTable.hold(environment)
    if !inMemory {
      let pairing = try openPairing()
      self.pairing = pairing
      try pairFiles(pairing.number)
      try markProcess(pairing)
    }
    removeDeadReaders()
    try openDatabases()
    if !inMemory { commitWatch = CommitWatch(self) }
    if inMemory {
      // The files are mapped and open, so they can be unlinked: no file remains, however the process ends.
      unlink(path)
      unlink(path + "-lock")
    }
  }

  /// Opens a file read-only, without any locks. The file must not be open elsewhere.
  init(readingAlone path: String, form: any FileForm = PlainForm()) throws(StoreError) {
    self.path = path
    self.form = form
    knownFeatures = KnownFeatures(isWriting: false)
    use = nil
    claim = nil
    isInMemory = false
    checkpointer = nil
    writeLock = try WriteLock(path: nil)
    environment = try LMDBEngine.openEnvironment(
      path, UInt32(MDB_RDONLY) | UInt32(MDB_NOLOCK), Reservation.attempts(for: FileStatus(path).size))
    (identity, handler) = LMDBEngine.watch(descriptor, of: environment)
    try openExisting()
  }

  deinit {
    // In a forked child, the environment belongs to the parent; closing it would release the parent's locks and unpin its snapshots.
    if isInherited { return }
    commitWatch?.close()
    checkpointer?.close()
    endSpareReader()
    // The number is reset before LMDB closes the descriptor, because the system may reuse the number for another file.
    descriptor.pointee = -1
    // A thread that waits for `use` to end may need exclusive access, so the locks are released first.
    pairing = nil
    mdb_env_close(environment)
    readerTable = nil
    claim?.end()
    use?.end()
  }

  /// Whether the current process is a forked child of the one that opened the file.
  var isInherited: Bool { process != ashlar_process() }

  /// Opens the environment of the file at `path` with the first reservation that succeeds.
  /// - Parameter reservations: The sizes of the address space to reserve, in bytes, in the order in which they are tried.
  private static func openEnvironment(_ path: String, _ options: UInt32, _ reservations: [Int]) throws(StoreError) -> OpaquePointer {
    try LMDBRelease.check(path)
    let flags = UInt32(MDB_NOSUBDIR) | UInt32(MDB_NOTLS) | options
    var code: Int32 = 0
    for reservation in reservations {
      var made: OpaquePointer?
      try LMDBCode.check(mdb_env_create(&made), path, "create the environment")
      guard let made else { throw .failed(path: path, operation: "create the environment", code: 0, message: "no environment") }
      mdb_env_set_mapsize(made, reservation)
      mdb_env_set_maxdbs(made, UInt32(KeySpace.named.count + KeySpace.ofFeatures.count))
      mdb_env_set_maxreaders(made, LMDBCode.maximumReaders)
      code = mdb_env_open(made, path, flags, 0o644)
      if code == 0 { return made }
      mdb_env_close(made)
      if code != ENOMEM { break }
    }
    throw LMDBCode.error(code, path, "open")
  }

  func begin(_ flags: UInt32) throws(StoreError) -> OpaquePointer {
    if isInherited { throw .inherited(path: path) }
    var transaction: OpaquePointer?
    try LMDBCode.check(mdb_txn_begin(environment, nil, flags, &transaction), path, "begin")
    guard let transaction else { throw .failed(path: path, operation: "begin", code: 0, message: "no transaction") }
    return transaction
  }

  /// The page size of the file, in bytes.
  var pageSize: Int {
    var statistics = MDB_stat()
    mdb_env_stat(environment, &statistics)
    return Int(statistics.ms_psize)
  }

  /// The reserved address space in bytes, which limits the size of the file until it is reopened.
  var reservation: Int {
    var info = MDB_envinfo()
    mdb_env_info(environment, &info)
    return info.me_mapsize
  }

  /// The size in bytes of all pages of the newest version, and therefore of every version: the last page never precedes that of an older
  /// version.
  package var extent: Int {
    var info = MDB_envinfo()
    mdb_env_info(environment, &info)
    return (Int(info.me_last_pgno) + 1) * pageSize
  }

  func handle(_ space: KeySpace) -> MDB_dbi { trees[space] }

  /// Returns whether the file has the tree of a space and this process has opened it.
  package func hasTree(_ space: KeySpace) -> Bool { trees[space] != 0 }

  /// Records the features of the file. Throws if unknown ones prevent the opening.
  func adopt(_ format: StoredFormat) throws(StoreError) {
    try format.check(knownFeatures, path: path)
    unknownFeatures = knownFeatures.unknown(format.features).filter { $0.effect == .write }.map(\.name)
    if unknownFeatures.isEmpty {
      // The engine may also serve openings that write.
      if isLasting { knownFeatures.isWriting = true }
      return
    }
    StoreLog.write(
      .info, "'\(path)' uses \(StoreError.list(unknownFeatures)), which this release does not know. The file is only read.")
  }

  // MARK: - StorageEngine

  package var hasFile: Bool { !isInMemory }
  package var keepsKeyOrder: Bool { true }
  package var hasMovingClusters: Bool { movingClusters.load(ordering: .acquiring) }

  /// Records that a cluster was found in a leaf page: it was written by a release that rounded sizes to 4 KB under any page size.
  func noteMovingCluster() { movingClusters.store(true, ordering: .releasing) }

  package var newestVersion: UInt64 {
    var info = MDB_envinfo()
    mdb_env_info(environment, &info)
    return UInt64(info.me_last_txnid)
  }

  package func watchOtherProcesses() { if !isInherited { commitWatch?.add() } }

  package func stopWatchingOtherProcesses() { if !isInherited { commitWatch?.remove() } }

  package func lockForWriting(for holder: WriteHolder) throws(StoreError) {
    if isInherited { throw .inherited(path: path) }
    try writeLock.lock(for: holder)
  }

  package func requestLock(_ request: LockRequest, for holder: WriteHolder, attempt: Int, refusesOwn: Bool) throws(StoreError) -> Bool {
    if isInherited { throw .inherited(path: path) }
    return try writeLock.request(request, for: holder, attempt: attempt, refusesOwn: refusesOwn)
  }

  package func withdraw(_ request: LockRequest) {
    if isInherited { return }
    writeLock.withdraw(request)
    writeLock.passOn()
  }

  package func recoverNewestVersion() throws(StoreError) { mdb_txn_abort(try begin(0)) }

  package func unlockForWriting() {
    if isInherited { return }
    let report = pinnedGrowth.takeReport()
    writeLock.unlock()
    // A receiver of messages may write to the file, so the message is logged without the lock.
    if let report { StoreLog.write(.warning, "'\(path)': \(report)") }
  }

  package func snapshot(for holder: SnapshotHolder) throws(StoreError) -> any StorageSnapshot { try LMDBSnapshot(engine: self, holder) }

  package func check(_ durability: CommitDurability) throws(StoreError) {
    if durability == .relaxed, let checkpointer, checkpointer.boot == nil { throw .checkpoint(path: path, .noBootIdentity) }
  }

  package func commit(_ durability: CommitDurability, _ body: (any StorageWriter) throws -> Void) throws {
    try commit(durability, writing: { try body($0) })
  }

  /// Runs `body` and commits its writes, as `commit(_:_:)` does. The engine has one writer, which all commits use.
  package func commit(_ durability: CommitDurability, writing body: (LMDBWriter) throws -> Void) throws {
    if isInherited { throw StoreError.inherited(path: path) }
    if !unknownFeatures.isEmpty { throw StoreError.unknownFeatures(path: path, names: unknownFeatures) }
    // If a file size limit is exceeded, the write must fail with an error instead of ending the process.
    let blocked = hasSizeLimit ? ashlar_block_size_signal() : 0
    defer { if hasSizeLimit { ashlar_unblock_size_signal(blocked) } }
    try checkpointer?.admit()
    let durability = try isInMemory ? durability : durabilityAtItsPath(durability)
    if !isInMemory { mdb_env_set_flags(environment, UInt32(MDB_NOSYNC), durability == .full ? 0 : 1) }
    let transaction = try begin(0)
    do {
      try checkpointer?.prepare(durability)
    } catch {
      mdb_txn_abort(transaction)
      throw error
    }
    var isCommitted = false
    defer { checkpointer?.ended(isCommitted: isCommitted) }
    let writer = writer ?? LMDBWriter(engine: self)
    self.writer = writer
    writer.begin(transaction)
    defer { writer.endTrees(isCommitted: isCommitted) }
    do {
      try body(writer)
    } catch {
      // `body` may have called a copy's callback, which may have forked.
      if isInherited { throw error }
      writer.close()
      mdb_txn_abort(transaction)
      throw error
    }
    let version = writer.version
    writer.close()
    #if os(Linux)
      if !isInMemory { writer.growth.prepare(environment) }
    #endif
    try check(mdb_txn_commit(transaction), "commit")
    isCommitted = true
    commits.add(1, ordering: .relaxed)
    commitWatch?.committed(version)
    checkReadersAfterGrowth()
  }

  var dataDescriptor: Int32 { descriptor.pointee }
  var lockDescriptor: Int32 { writeLock.descriptor }
  /// Whether closing the file waits for the disk.
  package var closingWaits: Bool { !isInherited && checkpointer?.hasOwn ?? false }
}
