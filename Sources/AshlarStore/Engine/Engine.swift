/// What the store needs of a storage engine: snapshots that never change, and commits of whole clusters and sorted index
/// entries. Nothing above it knows LMDB.
public protocol StorageEngine: AnyObject, Sendable {
  /// The file, or a name for one in memory.
  var path: String { get }
  /// Whether there is a file at the path.
  var hasFile: Bool { get }
  /// Whether entries with keys of bytes lie in the order of these. An engine that encrypts keys may not have them so.
  var keepsKeyOrder: Bool { get }
  /// The newest committed version.
  var newestVersion: UInt64 { get }
  /// Whether a cluster that did not change may have another address in the next version. From when a cluster was read that lies in a
  /// leaf page, see `ClusterPages`.
  var hasMovingClusters: Bool { get }
  /// What the last commits of this process changed, for who observes.
  var changes: ChangeFeed { get }
  /// Wakes who waits for `changes` also when other processes commit. To be ended by `stopWatchingOtherProcesses`.
  func watchOtherProcesses()
  /// Ends `watchOtherProcesses`.
  func stopWatchingOtherProcesses()
  /// Takes the write lock; waits for other threads and processes. Not bound to a thread. Throws `StoreError.writeOpenHere`
  /// when only the caller could end the write that it would wait for.
  func lockForWriting(for holder: WriteHolder) throws(StoreError)
  /// Takes the write lock if nobody has it; otherwise returns false, and `request` is told when it is worth asking again. Never waits.
  /// - Parameters:
  ///   - attempt: how often it was told before: then it comes before others that line up.
  ///   - refusesOwn: throws `StoreError.writeOpenHere` when only the caller could end the write that it would wait for.
  func requestLock(_ request: LockRequest, for holder: WriteHolder, attempt: Int, refusesOwn: Bool) throws(StoreError) -> Bool
  /// Takes a request back, whether or not it was told: the next one is told.
  func withdraw(_ request: LockRequest)
  /// Calls `resume` once no loss of power can take away a version that was committed with `.relaxed`, or with what went wrong. It may
  /// be called on any thread, also before this returns.
  func whenSaved(_ version: UInt64, _ resume: @escaping @Sendable (StoreError?) -> Void)
  /// Waits until no loss of power can take away a version that was committed with `.relaxed`; throws what went wrong.
  func waitUntilSaved(_ version: UInt64) throws(StoreError)
  /// Whether others have lately called `whenSaved`, so that a durable commit does best to be a relaxed one that waits with them.
  var savesInGroups: Bool { get }
  /// Whether the next commit with `.relaxed` does not wait for the disk.
  var isReadyForRelaxed: Bool { get }
  /// Calls `resume` when it is so, as far as a thread of the engine can bring that about, or with what went wrong.
  func whenReadyForRelaxed(_ resume: @escaping @Sendable (StoreError?) -> Void)
  /// Throws `StoreError.notAtItsPath` when the file is no longer at its path.
  func checkPath() throws(StoreError)
  /// Releases the write lock.
  func unlockForWriting()
  /// Makes `newestVersion` the version of snapshots that are taken from now on. It is not when a process died in a commit: its
  /// version is stored, but snapshots are of the one before until the next transaction begins. The caller holds the write lock.
  func recoverNewestVersion() throws(StoreError)
  /// A snapshot of the newest version. Complexity: O(1).
  func snapshot(for holder: SnapshotHolder) throws(StoreError) -> any StorageSnapshot
  /// Versions that are read now, here and in other processes, oldest first.
  func pinnedVersions() throws(StoreError) -> [PinnedVersion]
  /// The holders of all snapshots of this process, parked ones included.
  var holders: [SnapshotHolder] { get }
  /// Throws `StoreError.tooManyVersions` when there are more than `limit` from the oldest that is read to the newest.
  func checkVersions(limit: UInt64) throws(StoreError)
  /// A process that reads the file and knows no format after 7; nil when there is none.
  func olderReader() -> Int32?
  /// Runs `body` and commits what it wrote as one new version, or nothing when it throws. The caller holds the right to
  /// write. The version is visible at once.
  func commit(_ durability: CommitDurability, _ body: (any StorageWriter) throws -> Void) throws
  /// Throws when the engine cannot keep what a durability promises.
  func check(_ durability: CommitDurability) throws(StoreError)
}

/// What a space takes.
public struct SpaceUsage: Sendable {
  /// How many entries it has.
  public var entries: UInt64
  /// Bytes of its pages.
  public var bytes: UInt64
}

extension StorageEngine {
  /// Commits with `.full` durability or `.unsynced`.
  public func commit(sync: Bool, _ body: (any StorageWriter) throws -> Void) throws { try commit(sync ? .full : .unsynced, body) }
  /// Takes the right to write for an operation of the store.
  public func lockForWriting() throws(StoreError) { try lockForWriting(for: .store) }
  /// A snapshot for an operation of the store.
  func snapshot() throws(StoreError) -> any StorageSnapshot { try snapshot(for: SnapshotHolder(.store)) }
}

/// One committed version. Pointers into it are valid until it is released or renewed.
public protocol StorageSnapshot: AnyObject {
  /// The version; later commits have larger ones.
  var version: UInt64 { get }
  /// How much a space takes.
  func usage(_ space: KeySpace) throws(StoreError) -> SpaceUsage
  /// Says who holds it from now on.
  func setHolder(_ holder: SnapshotHolder)
  /// Moves to the newest version; pointers handed out before are no longer valid.
  func renew() throws(StoreError)
  /// As `renew`, once the newest version is accepted, which is read through this snapshot meanwhile. Otherwise, also when this throws,
  /// it stays at its version, and pointers stay valid. Returns whether it moved.
  func renew(ifAccepted isAccepted: (any StorageSnapshot) throws -> Bool) throws -> Bool
  /// Keeps no version until `unpark`; pointers must not be used meanwhile. False when it cannot: it keeps its version then.
  func park() -> Bool
  /// Ends `park` at the newest version. Returns whether that is another one; otherwise pointers are valid again.
  func unpark() throws(StoreError) -> Bool
  /// The bytes of a cluster, 8-byte aligned.
  func cluster(_ key: UInt64) throws(StoreError) -> UnsafeMutableRawPointer?
  /// The value under an integer key.
  func value(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> UnsafeRawBufferPointer?
  /// The entry with the largest integer key that is not above `key`, and the next key above it unless the entry's is `key` itself.
  func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  )
  /// The value under a key of bytes.
  func value(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer?
  /// Calls `body` with each entry whose key begins with `prefix`, in key order from `start` on, until it returns false.
  func scan(
    _ space: KeySpace, prefix: [UInt8], from start: [UInt8]?,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError)
  /// Calls `body` with each entry whose key is not below `start`, in key order, until it returns false.
  func scan(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError)
}

extension StorageSnapshot {
  func park() -> Bool { false }
  func unpark() throws(StoreError) -> Bool { false }
}

/// The open commit.
public protocol StorageWriter: AnyObject {
  /// The version that the commit makes.
  var version: UInt64 { get }
  /// Bytes of a page of the file.
  var pageSize: Int { get }
  /// Room for a cluster of `size` bytes, to be filled before the next call.
  func reserveCluster(_ key: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer
  /// Room for a value of `size` bytes under an integer key, to be filled before the next call. It need not be aligned.
  func reserve(_ space: KeySpace, integer key: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer
  /// Removes a cluster; removing a missing one is not an error.
  func removeCluster(_ key: UInt64) throws(StoreError)
  /// Stores a value under an integer key.
  func put(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError)
  /// Stores a value under an integer key that is new; false, and nothing stored, when it is not.
  func insert(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) -> Bool
  /// The entry with the largest integer key that is not above `key`, and the next key above it. The value is valid until the
  /// next call.
  func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  )
  /// Removes the value under an integer key; removing a missing one is not an error.
  func remove(_ space: KeySpace, integer key: UInt64) throws(StoreError)
  /// Stores a value under a key of bytes that is behind all others of the space; throws when it is not.
  func append(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError)
  /// Stores a value under a key of bytes, at most 511.
  func put(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError)
  /// Removes the value under a key of bytes; removing a missing one is not an error.
  func remove(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError)
}
