import AshlarStore

/// What a Realm instance has going on beside the code that runs. Used where the Realm is used.
final class AsynchronousWrites {
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

  /// Drops the blocks that wait; their number.
  func drop(_ engine: any StorageEngine) -> Int {
    defer { blocks = [] }
    if let request { engine.withdraw(request) }
    request = nil
    return blocks.count
  }
}

/// Identifies a call of `Realm.beginAsyncWrite`, `writeAsync` or `commitAsyncWrite`, for `cancelAsyncWrite`.
public typealias AsyncTransactionId = UInt32
