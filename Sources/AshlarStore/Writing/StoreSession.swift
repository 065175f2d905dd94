/// A session that also writes, one transaction at a time.
///
/// Invariants: `openWrite` and `openChanges` refer to `transaction` without retaining it.
public final class StoreSession: ReadSession {
  @exclusivity(unchecked) var transaction: WriteTransaction?
  /// An unretained reference to `transaction`, for code that must not retain it.
  @exclusivity(unchecked) var openWrite: Unmanaged<WriteTransaction>?
  // A finished transaction, whose memory the next one reuses.
  @exclusivity(unchecked) var spareTransaction: WriteTransaction?
  /// The number of bytes that a transaction may use in memory before it spills to a file. It is read when the first transaction begins.
  var transactionMemoryLimit = TransactionMemory.limit
  /// The maximum number of clusters that may have patches.
  @exclusivity(unchecked) var patchLimit = ClusterPatch.maximumCount
  /// The write generation to assign next; see `armWriteDetection`.
  var nextWriteGeneration: UInt64 = 2
  /// The changes that the open write has made to the outbox; nil if there are none.
  @exclusivity(unchecked) var outboxChanges: OutboxChanges?
  /// The changes of the last commit and its position in the feed; nil before the first commit, if the last one failed, or if there was no
  /// observer.
  @exclusivity(unchecked) public internal(set) var lastCommit: (changes: ChangeSet, position: UInt64)?
  /// The session's number among the sessions that wait for commits; nil if it does not wait.
  @exclusivity(unchecked) public var waiter: UInt64?
  /// Identifies the writer to threads and processes that wait for the write lock.
  public var writeHolder = WriteHolder.store
  /// The maximum number of versions, from the oldest being read to the newest, when a write begins; nil for no limit.
  public var versionLimit: UInt64?

  deinit { endOpenWrite() }

  override func endOpenWrite() {
    if transaction != nil { cancelWrite() }
  }

  override func detectNextStores() { armWriteDetection() }
}
