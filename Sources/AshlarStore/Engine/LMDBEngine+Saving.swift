import CLMDB
import Synchronization

// Durable commits that do not block a thread: they are committed with `.relaxed`, and the checkpoint thread saves many of them with one
// sync.
extension LMDBEngine {
  package func whenSaved(_ version: UInt64, _ resume: @escaping @Sendable (StoreError?) -> Void) {
    guard let checkpointer, !isInherited else { return resume(nil) }
    checkpointer.whenSaved(version, resume)
  }

  package func waitUntilSaved(_ version: UInt64) throws(StoreError) {
    guard let checkpointer, !isInherited else { return }
    try checkpointer.waitUntilSaved(version)
  }

  package var savesInGroups: Bool { checkpointer?.savesInGroups ?? false }

  package var isReadyForRelaxed: Bool { checkpointer?.isReady ?? true }

  package func whenReadyForRelaxed(_ resume: @escaping @Sendable (StoreError?) -> Void) {
    let isFirst = preparations.withLock { waiting in
      waiting.append(resume)
      return waiting.count == 1
    }
    guard isFirst else { return }
    let code = Worker.start { self.prepareForAll() }
    if code != 0 { endPreparations(LMDBCode.error(code, path, "start a thread")) }
  }

  private func prepareForAll() {
    do throws(StoreError) {
      try prepareRelaxed()
      endPreparations(nil)
    } catch {
      endPreparations(error)
    }
  }

  private func endPreparations(_ error: StoreError?) {
    let all = preparations.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for resume in all { resume(error) }
  }

  /// Does the work that the next relaxed commit would have to wait for. Waits for other writers.
  func prepareRelaxed() throws(StoreError) {
    guard let checkpointer, checkpointer.boot != nil, !isReadyForRelaxed else { return }
    try lockForWriting(for: .store)
    defer { unlockForWriting() }
    try checkPath()
    try checkpointer.admit()
    let transaction = try begin(0)
    defer { mdb_txn_abort(transaction) }
    try checkpointer.makeOwn()
  }
}
