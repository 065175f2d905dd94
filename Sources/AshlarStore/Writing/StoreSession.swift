/// A session that also writes, one transaction after the other.
///
/// Invariants: `openWrite` and `openChanges` are `transaction`, unretained.
public final class StoreSession: ReadSession {
  @exclusivity(unchecked) var transaction: WriteTransaction?
  /// The same, for code that must not retain it.
  @exclusivity(unchecked) var openWrite: Unmanaged<WriteTransaction>?
  // One that ended, whose memory serves the next.
  @exclusivity(unchecked) var spareTransaction: WriteTransaction?
  /// How many bytes a transaction keeps in memory before it spills to a file. Read when the first transaction begins.
  var transactionMemoryLimit = TransactionMemory.limit
  /// How many clusters may have patches.
  @exclusivity(unchecked) var patchLimit = ClusterPatch.maximumCount
  /// The write generation at which results were last computed; see `armWriteDetection`.
  var nextWriteGeneration: UInt64 = 2
  /// What the open write has changed in the outbox; nil while it has changed nothing.
  @exclusivity(unchecked) var outboxChanges: OutboxChanges?
  /// What the last commit changed, when somebody observed, and its position in the feed.
  @exclusivity(unchecked) public internal(set) var lastCommit: (changes: ChangeSet, position: UInt64)?
  /// The session's number among those who wait for commits, if it is one.
  @exclusivity(unchecked) public var waiter: UInt64?
  /// Who writes, for those who wait.
  public var writeHolder = WriteHolder.store
  /// How many versions may be readable when a write begins; nil for any number.
  public var versionLimit: UInt64?

  deinit { endOpenWrite() }

  override func endOpenWrite() {
    if transaction != nil { cancelWrite() }
  }
}
