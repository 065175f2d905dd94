/// The storage engine that the store is built on: immutable snapshots, and commits of whole clusters and sorted index entries. No layer
/// above it depends on LMDB.
public protocol StorageEngine: AnyObject, Sendable {
  /// The path of the file, or a name for a database in memory.
  var path: String { get }
  /// Whether the database is a file at the path.
  var hasFile: Bool { get }
  /// Whether entries with byte keys are sorted by their keys. An engine that encrypts keys might not preserve this order.
  var keepsKeyOrder: Bool { get }
  /// The newest committed version.
  var newestVersion: UInt64 { get }
  /// Whether an unchanged cluster may have a different address in the next version. True once a cluster stored in a leaf page has been
  /// read; see `ClusterPages`.
  var hasMovingClusters: Bool { get }
  /// The changes made by the most recent commits of this process, for observers.
  var changes: ChangeFeed { get }
  /// Starts waking threads that wait for `changes` when other processes commit. Must be balanced by `stopWatchingOtherProcesses`.
  func watchOtherProcesses()
  /// Balances `watchOtherProcesses`.
  func stopWatchingOtherProcesses()
  /// Acquires the write lock, waiting for other threads and processes. The lock is not bound to a thread. Throws `StoreError.writeOpenHere`
  /// if only the caller could end the write that it would wait for.
  func lockForWriting(for holder: WriteHolder) throws(StoreError)
  /// Acquires the write lock if it is free; otherwise returns false and signals `request` when a retry may succeed. Never waits.
  /// - Parameters:
  ///   - attempt: The number of retries so far. A retry is queued ahead of new requests.
  ///   - refusesOwn: Whether to throw `StoreError.writeOpenHere` if only the caller could end the write that it would wait for.
  func requestLock(_ request: LockRequest, for holder: WriteHolder, attempt: Int, refusesOwn: Bool) throws(StoreError) -> Bool
  /// Withdraws a request, signaled or not. If it was signaled, the next request is signaled instead.
  func withdraw(_ request: LockRequest)
  /// Calls `resume` with nil once a version committed with `.relaxed` would survive a loss of power, or with the error that prevents this.
  /// `resume` may be called on any thread, possibly before this returns, and must not hold the last reference to the engine.
  func whenSaved(_ version: UInt64, _ resume: @escaping @Sendable (StoreError?) -> Void)
  /// Waits until a version committed with `.relaxed` would survive a loss of power. Throws the error that prevents this.
  func waitUntilSaved(_ version: UInt64) throws(StoreError)
  /// Whether other callers have used `whenSaved` recently. A durable commit is then cheaper as a relaxed one that shares a sync with
  /// theirs.
  var savesInGroups: Bool { get }
  /// Whether the next `.relaxed` commit can run without waiting for the disk.
  var isReadyForRelaxed: Bool { get }
  /// Calls `resume` with nil once a thread of the engine has done the work that `isReadyForRelaxed` requires, or with the error of that
  /// work.
  func whenReadyForRelaxed(_ resume: @escaping @Sendable (StoreError?) -> Void)
  /// Throws `StoreError.notAtItsPath` if the file is no longer at its path.
  func checkPath() throws(StoreError)
  /// Releases the write lock.
  func unlockForWriting()
  /// Makes `newestVersion` the version of future snapshots. The two versions differ after a process has died during a commit: its version
  /// is stored, but snapshots read the previous version until the next write transaction begins. The caller must hold the write lock.
  func recoverNewestVersion() throws(StoreError)
  /// Opens a snapshot of the newest version. Complexity: O(1).
  func snapshot(for holder: SnapshotHolder) throws(StoreError) -> any StorageSnapshot
  /// Returns the versions that are being read, in this and other processes, oldest first.
  func pinnedVersions() throws(StoreError) -> [PinnedVersion]
  /// Returns statistics of the file and of its use by this process. Complexity: O(readers + versions with free pages).
  func statistics() throws(StoreError) -> StorageStatistics
  /// The holders of all snapshots of this process, parked ones included.
  var holders: [SnapshotHolder] { get }
  /// Throws `StoreError.tooManyVersions` if there are more than `limit` versions from the oldest version being read to the newest version.
  func checkVersions(limit: UInt64) throws(StoreError)
  /// The features that the process knew when it opened the file, and whether the file may be written.
  var knownFeatures: KnownFeatures { get }
  /// The features of the form in which the engine stores values. Every file that it opens lists them, whatever its catalog needs.
  var formFeatures: Set<FileFeature> { get }
  /// Returns another process that reads the file but does not know one of `features`, or, if `needsLayouts` is true, does not support
  /// formats later than 7; nil if there is none. A process that starts to read the file during the call may be missed.
  func olderReader(adding features: Set<FileFeature>, needsLayouts: Bool) -> OlderReader?
  /// Opens trees of features that were created after this process opened the file. An existing snapshot can read them once it has been
  /// renewed. Throws `StoreError.damaged` if a tree is missing.
  func openTrees(_ spaces: [KeySpace]) throws(StoreError)
  /// Runs `body`, in which commits may create trees. No other thread opens or creates trees during the call. A caller that needs the write
  /// lock must acquire it first.
  func creatingTrees(_ body: () throws -> Void) throws
  /// Runs `body` and commits its writes as one new version; commits nothing if `body` throws. The caller must hold the write lock. The
  /// version is visible immediately.
  func commit(_ durability: CommitDurability, _ body: (any StorageWriter) throws -> Void) throws
  /// Throws if the engine cannot guarantee `durability`.
  func check(_ durability: CommitDurability) throws(StoreError)
  /// Returns memory for one value at a time; nil if values stay in the file, because they are not encrypted.
  func makeScratchMemory() -> (any ScratchMemory)?
}

/// Memory for one plaintext at a time, for readers that use each value once.
///
/// Invariant: one thread at a time uses it.
public protocol ScratchMemory: AnyObject {}

/// The size of a key space.
public struct SpaceUsage: Sendable {
  /// The number of entries.
  public var entries: UInt64
  /// The size of the key space's pages, in bytes.
  public var bytes: UInt64

  package init(entries: UInt64, bytes: UInt64) {
    self.entries = entries
    self.bytes = bytes
  }
}

extension StorageEngine {
  /// No memory: values stay in the file.
  public func makeScratchMemory() -> (any ScratchMemory)? { nil }
  /// No features: a file whose values are in plain bytes lists those that its catalog needs.
  public var formFeatures: Set<FileFeature> { [] }
  /// Whether the values of the file are encrypted.
  package var isEncrypted: Bool { formFeatures.contains(.sealed) }
  /// Commits with `.full` durability if `sync` is true, otherwise with `.unsynced`.
  public func commit(sync: Bool, _ body: (any StorageWriter) throws -> Void) throws { try commit(sync ? .full : .unsynced, body) }
  /// Acquires the write lock for an operation of the store.
  public func lockForWriting() throws(StoreError) { try lockForWriting(for: .store) }
  /// Opens a snapshot for an operation of the store.
  func snapshot() throws(StoreError) -> any StorageSnapshot { try snapshot(for: SnapshotHolder(.store)) }
}

/// A snapshot of one committed version. Pointers into it are valid until it is released, renewed or parked.
public protocol StorageSnapshot: AnyObject {
  /// The number of the version; later commits have larger numbers.
  var version: UInt64 { get }
  /// Returns the size of a key space.
  func usage(_ space: KeySpace) throws(StoreError) -> SpaceUsage
  /// Reads the roots of all trees, including those whose entries the snapshot stores in nodes. Several threads can then use the snapshot:
  /// LMDB reads the root of a tree on first use, and stores it in the transaction.
  func readRoots() throws(StoreError)
  /// Returns whether this snapshot can read the entries of the tree of a feature; see `StorageEngine.openTrees`. If it cannot, its methods
  /// treat the tree as empty.
  func reaches(_ space: KeySpace) -> Bool
  /// Sets the holder that is reported for this snapshot.
  func setHolder(_ holder: SnapshotHolder)
  /// Moves the snapshot to the newest version, which invalidates pointers into it. An engine that must read values of that version first
  /// leaves the snapshot at its version, and pointers valid, if it cannot read them.
  func renew() throws(StoreError)
  /// Moves to the newest version if `isAccepted`, called with this snapshot at that version, returns true. If it returns false or throws,
  /// the snapshot stays at its version and pointers stay valid. Returns whether the snapshot moved.
  func renew(ifAccepted isAccepted: (any StorageSnapshot) throws -> Bool) throws -> Bool
  /// Releases the version until `unpark`; pointers must not be used until then. If the engine cannot park a snapshot, returns false, and
  /// the snapshot keeps its version.
  func park() -> Bool
  /// Ends `park`; the snapshot is then at the newest version. Returns whether the version changed; if not, pointers are valid again.
  func unpark() throws(StoreError) -> Bool
  /// Returns the bytes of a cluster, 8-byte aligned; nil if there is none. Throws `StoreError.damaged` if the header is not valid.
  func cluster(_ key: UInt64) throws(StoreError) -> UnsafeMutableRawPointer?
  /// Returns the value of an integer key; nil if there is none.
  func value(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> UnsafeRawBufferPointer?
  /// Returns the entry with the largest integer key that is not greater than `key`, and the smallest key greater than `key`; nil for an
  /// entry or key that does not exist. If the entry's key is `key` itself, the engine may return nil instead of the next key.
  func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  )
  /// Returns the entry with the largest byte key less than `end`; nil if there is none.
  func last(_ space: KeySpace, before end: UnsafeRawBufferPointer) throws(StoreError) -> (key: [UInt8], value: UnsafeRawBufferPointer)?
  /// Returns the value of a byte key; nil if there is none.
  func value(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer?
  /// Calls `body` with each entry whose key begins with `prefix`, in key order, until it returns false. If `start` is not nil, entries
  /// before `start` are skipped.
  func scan(
    _ space: KeySpace, prefix: [UInt8], from start: [UInt8]?,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError)
  /// Calls `body` with each entry at or after `start`, in key order, until it returns false.
  func scan(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError)
  /// Calls `body` with each entry before `end` and at or after `start`, in descending key order, until it returns false.
  func scan(
    _ space: KeySpace, before end: UnsafeRawBufferPointer, downTo start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError)
  /// Calls `body` with each entry at or after `start`, in key order, until it returns false. The key and the value are valid only during
  /// the call. An encrypted file needs memory for one entry and, in spaces that are in nodes, for one path of nodes; `scan` keeps all
  /// plaintexts that it has passed to `body`.
  func walk(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError)
  /// Returns the value of an integer key; nil if there is none. The value is valid until the next call with the same scratch memory, which
  /// `StorageEngine.makeScratchMemory` of this engine has returned.
  func value(_ space: KeySpace, integer key: UInt64, in scratch: any ScratchMemory) throws(StoreError) -> UnsafeRawBufferPointer?
  /// Returns the bytes of a cluster like `cluster(_:)`, valid until the next call with the same scratch memory.
  func cluster(_ key: UInt64, in scratch: any ScratchMemory) throws(StoreError) -> UnsafeMutableRawPointer?
  /// Calls `body` with the key and the identity of the value of each entry at or after `start`, in key order, until it returns false.
  func scanIdentities(
    _ space: KeySpace, from start: UnsafeRawBufferPointer, _ body: (_ key: UnsafeRawBufferPointer, _ identity: ValueIdentity) -> Bool
  ) throws(StoreError)
  /// Keeps the clusters valid that another snapshot of the file has returned, and those that it keeps valid. Called when a session moves to
  /// this snapshot, because the session keeps the addresses of clusters that have not changed. `releaseFormer` frees the others.
  func keepClusters(of other: any StorageSnapshot)
  /// Frees memory of values that only former versions have. A session calls this when it has moved to the version of this snapshot and
  /// uses nothing any more that it has read from former versions, except for clusters that have not changed. No other thread and no other
  /// session may use the snapshot during the call. Complexity: amortized O(1) for each value that was read.
  func releaseFormer()
  /// Throws `StoreError.damaged` if values of the version are missing, or are older than the version. Engines that cannot determine this
  /// without reading the values do nothing. Complexity: O(entries).
  func checkCompleteness() throws(StoreError)
}

extension StorageSnapshot {
  package func readRoots() throws(StoreError) { for space in KeySpace.allCases { _ = try usage(space) } }
  func park() -> Bool { false }
  func unpark() throws(StoreError) -> Bool { false }
  package func keepClusters(of other: any StorageSnapshot) {}
  package func releaseFormer() {}
  package func checkCompleteness() throws(StoreError) {}
  package func walk(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) { try scan(space, from: start, body) }
  package func value(_ space: KeySpace, integer key: UInt64, in scratch: any ScratchMemory) throws(StoreError) -> UnsafeRawBufferPointer? {
    try value(space, integer: key)
  }
  package func cluster(_ key: UInt64, in scratch: any ScratchMemory) throws(StoreError) -> UnsafeMutableRawPointer? { try cluster(key) }
  package func scanIdentities(
    _ space: KeySpace, from start: UnsafeRawBufferPointer, _ body: (_ key: UnsafeRawBufferPointer, _ identity: ValueIdentity) -> Bool
  ) throws(StoreError) { try scan(space, from: start) { key, value in body(key, ValueIdentity(address: value.baseAddress)) } }
}

/// The transaction of an open commit.
public protocol StorageWriter: AnyObject {
  /// The version that the commit creates.
  var version: UInt64 { get }
  /// The page size of the file, in bytes.
  var pageSize: Int { get }
  /// Whether the commit has changed as many nodes as are stored together. A caller that divides entries among commits ends the commit then,
  /// so that each commit stores one batch of nodes. False if no entries are in nodes.
  var hasFullBatch: Bool { get }
  /// Creates the tree of a feature, if it does not exist. The commit must run inside of `StorageEngine.creatingTrees`.
  func createTree(_ space: KeySpace) throws(StoreError)
  /// Reserves `size` bytes for a cluster, to be filled before the next call.
  func reserveCluster(_ key: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer
  /// Reserves `size` bytes, possibly unaligned, for the value of an integer key, to be filled before the next call.
  func reserve(_ space: KeySpace, integer key: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer
  /// Reserves `size` bytes like `reserve`, under a number that has never been assigned before. In an encrypted file, throws
  /// `StoreError.damaged` if the number is in use: the counters of the file are then older than its values.
  func reserveNew(_ space: KeySpace, number: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer
  /// Removes a cluster, if present.
  func removeCluster(_ key: UInt64) throws(StoreError)
  /// Stores the value of an integer key.
  func put(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError)
  /// Stores the value of an integer key and returns true; if the key exists, stores nothing and returns false.
  func insert(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) -> Bool
  /// Returns the entry with the largest integer key that is not greater than `key`, and the smallest key greater than `key`; nil for an
  /// entry or key that does not exist. The value is valid until the next call.
  func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  )
  /// Removes the value of an integer key, if present.
  func remove(_ space: KeySpace, integer key: UInt64) throws(StoreError)
  /// Appends the value of a byte key. Throws if the key does not sort after all other keys of the space.
  func append(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError)
  /// Stores the value of a byte key of at most 511 bytes.
  func put(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError)
  /// Removes the value of a byte key, if present.
  func remove(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError)
}

extension StorageWriter {
  package var hasFullBatch: Bool { false }
  package func reserveNew(_ space: KeySpace, number: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    try reserve(space, integer: number, size: size)
  }
}
