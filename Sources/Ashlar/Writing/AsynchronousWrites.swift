import AshlarStore

/// The asynchronous writes of one Realm instance, which wait, run, or are being stored. Used where the Realm is used.
nonisolated final class AsynchronousWrites: RealmPart {
  /// A block that waits for the right to write.
  struct Block {
    let id: AsyncTransactionId
    let run: () -> Void
    /// Called in the transaction when the block is over, unless it has ended the transaction.
    let end: () -> Void
    /// Called when the transaction cannot begin.
    let fail: (any Error) -> Void
  }

  /// In the order in which they run.
  var blocks: [Block] = []
  /// Those of commits that are not stored yet.
  var completions: [AsyncTransactionId: CommitCompletion] = [:]
  /// How many writes wait, run or are being stored, besides those in `blocks`.
  var running = 0
  /// Whether a turn for the first of `blocks` is on its way.
  var isRequested = false
  /// The request of that turn, once it lines up.
  var request: LockRequest?
  /// How often it was told and somebody else was faster.
  var attempt = 0
  /// How often it waited until a commit need not wait for the disk.
  var preparations = 0
  /// Whether a completion runs.
  var isCompleting = false

  private var lastId: AsyncTransactionId = 0

  var isBusy: Bool { running > 0 || !blocks.isEmpty }

  func makeId() -> AsyncTransactionId {
    // 0 is no identifier in C.
    lastId = lastId == .max ? 1 : lastId + 1
    return lastId
  }

  // Blocks are dropped. Commits that are made go on to the disk.
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
  /// The asynchronous writes; nil as long as there were none.
  var madeAsynchronous: AsynchronousWrites? { parts.asynchronous.map { unsafeDowncast($0, to: AsynchronousWrites.self) } }

  /// The same, made when there is the first one.
  var asynchronous: AsynchronousWrites {
    if let madeAsynchronous { return madeAsynchronous }
    let made = AsynchronousWrites(self)
    parts.asynchronous = made
    return made
  }
}

/// Identifies a call of `Realm.beginAsyncWrite`, `writeAsync` or `commitAsyncWrite`, for `cancelAsyncWrite`.
public typealias AsyncTransactionId = UInt32
