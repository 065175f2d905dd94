import AshlarStore

/// The asynchronous writes of one Realm instance that wait, run, or are being stored. Used only in the instance's confinement.
nonisolated final class AsynchronousWrites: RealmPart {
  /// A block that waits for the write lock.
  struct Block {
    let id: AsyncTransactionId
    let run: () -> Void
    /// Called after `run`, which may have ended the transaction.
    let end: () -> Void
    /// Called if the transaction cannot begin.
    let fail: (any Error) -> Void
  }

  /// The waiting blocks, in the order in which they will run.
  var blocks: [Block] = []
  /// The completions of commits that are not yet stored.
  var completions: [AsyncTransactionId: CommitCompletion] = [:]
  /// The number of writes that wait, run or are being stored, except those in `blocks`.
  var running = 0
  /// Whether a turn for the first of `blocks` is scheduled, or waits for the lock or for a prepared checkpoint.
  var isRequested = false
  /// The lock request of the turn for the first of `blocks`, while the turn waits for the lock.
  var request: LockRequest?
  /// The number of lock requests that have been queued for the first of `blocks`.
  var attempt = 0
  /// The number of times that a turn for the first of `blocks` has waited for a prepared checkpoint, without which a commit would wait for
  /// the disk.
  var preparations = 0
  /// Whether a completion is running.
  var isCompleting = false

  private var lastId: AsyncTransactionId = 0

  var isBusy: Bool { running > 0 || !blocks.isEmpty }

  func makeId() -> AsyncTransactionId {
    // 0 is never an identifier.
    lastId = lastId == .max ? 1 : lastId + 1
    return lastId
  }

  // Drops the waiting blocks. Commits that were already made are still stored.
  override func drop(because reason: String) {
    let engine = core.session.engine
    if let request { engine.withdraw(request) }
    request = nil
    let count = blocks.count
    blocks = []
    if count == 0 { return }
    Logger.shared.log(
      .warn, "'\(engine.path)': \(count) asynchronous write(s) of the Realm opened at \(core.place) will not run: \(reason).")
  }
}

extension _RealmCore {
  /// The asynchronous writes; nil until the first one.
  var madeAsynchronous: AsynchronousWrites? { parts.asynchronous.map { unsafeDowncast($0, to: AsynchronousWrites.self) } }

  /// The asynchronous writes, created on first use.
  var asynchronous: AsynchronousWrites {
    if let madeAsynchronous { return madeAsynchronous }
    let made = AsynchronousWrites(self)
    parts.asynchronous = made
    return made
  }
}

/// The identifier of a call of `Realm.beginAsyncWrite`, `writeAsync` or `commitAsyncWrite`, to be passed to `cancelAsyncWrite`.
///
/// ```swift
/// let id = realm.writeAsync { person.age += 1 }
/// try realm.cancelAsyncWrite(id)  // The block does not run, unless it has already begun.
/// ```
///
/// Identifiers are unique within one Realm instance, until 2³² − 1 of them have been used. 0 is never an identifier. See the guide,
/// *Threads, actors and tasks*.
public typealias AsyncTransactionId = UInt32
