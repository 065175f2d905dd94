import AshlarStore
import Dispatch

/// Calls the block of one asynchronous commit in the Realm's confinement, after the commit has been stored or has failed.
///
/// The completion retains neither the Realm nor the file: the file may be closed, deleted and opened again before the queue or actor runs.
/// The block may retain both. Closing the file waits for the syncing thread, which must therefore never release the block.
///
/// Invariant: `block` is used only in the Realm's confinement. If the confinement can no longer run code, a thread of a global queue
/// releases `block`.
final class CommitCompletion: @unchecked Sendable {
  private var block: (((any Error)?) -> Void)?
  private let id: AsyncTransactionId
  private let signal: CommitSignal
  private let confinement: Confinement
  private let path: String
  private let isEncrypted: Bool

  init(_ core: _RealmCore, _ signal: CommitSignal, _ id: AsyncTransactionId, _ block: (((any Error)?) -> Void)?) {
    (self.signal, self.id, self.block) = (signal, id, block)
    (confinement, path, isEncrypted) = (core.confinement, core.session.engine.path, core.session.engine.isEncrypted)
  }

  /// Prevents the call of the block.
  func cancel() { block = nil }

  /// Schedules the call of the block, with the error of the commit or, if the commit succeeded, with nil. Called once, on any thread.
  func schedule(_ error: (any Error)?) {
    if confinement.schedule({ self.call(error) }) { return }
    DispatchQueue.global().async { self.block = nil }
  }

  private func call(_ error: (any Error)?) {
    let asynchronous = signal.instance?.madeAsynchronous
    asynchronous?.running -= 1
    asynchronous?.completions[id] = nil
    guard let block else {
      if let error {
        Logger.shared.log(.error, "'\(path)': an asynchronous commit failed. \(Logger.text(of: error, isEncrypted: isEncrypted))")
      }
      return
    }
    self.block = nil
    asynchronous?.isCompleting = true
    block(error)
    asynchronous?.isCompleting = false
  }
}
