import AshlarStore
import Dispatch

/// Calls the block of one asynchronous commit where its Realm is, once the commit is stored or has failed.
///
/// It retains neither the Realm nor the file: until the queue or the actor runs, the file may be closed, deleted and opened again. The block may
/// retain both. The thread that syncs, for which closing the file waits, must therefore never release the block.
///
/// Invariant: `block` is used where the Realm is. Where that can run nothing any more, `block` is released by a thread of its own.
final class CommitCompletion: @unchecked Sendable {
  private var block: (((any Error)?) -> Void)?
  private let id: AsyncTransactionId
  private let signal: CommitSignal
  private let confinement: Confinement
  private let path: String

  init(_ core: _RealmCore, _ signal: CommitSignal, _ id: AsyncTransactionId, _ block: (((any Error)?) -> Void)?) {
    (self.signal, self.id, self.block) = (signal, id, block)
    (confinement, path) = (core.confinement, core.session.engine.path)
  }

  /// The block is not called.
  func cancel() { block = nil }

  /// Calls the block later, with what went wrong. From any thread, once.
  func schedule(_ error: (any Error)?) {
    if confinement.schedule({ self.call(error) }) { return }
    DispatchQueue.global().async { self.block = nil }
  }

  private func call(_ error: (any Error)?) {
    let asynchronous = signal.instance?.madeAsynchronous
    asynchronous?.running -= 1
    asynchronous?.completions[id] = nil
    guard let block else {
      if let error { Logger.shared.log(.error, "'\(path)': an asynchronous commit failed. \(error)") }
      return
    }
    self.block = nil
    asynchronous?.isCompleting = true
    block(error)
    asynchronous?.isCompleting = false
  }
}
