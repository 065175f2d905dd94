import AshlarStore
import CAshlar
import Synchronization

// What happens to an instance. Each event is one method, in which the session and the parts stand in the order in which they take part:
// `PartOrderTests` observes it.
extension _RealmCore {
  /// See `Realm.invalidate`.
  func invalidate() {
    if isFrozen { return invalidateFrozen() }
    checkPlace("Realm")
    // Observers that are still to be called read the version.
    if isNotifying { return }
    if session.isWriting { cancelWrite(because: "its Realm is invalidated") }
    parts.asynchronous?.drop(because: "their Realm is invalidated")
    session.invalidateAccessors()
    invalidations += 1
    parts.delivery?.willRelease()
    release()
    // Observers go on from the newest version.
    parts.delivery?.invalidated()
  }

  private func invalidateFrozen() {
    if isClosed.exchange(true, ordering: .relaxed) { return }
    parts.opening?.closing()
    session.invalidateAccessors()
    session.release()
  }

  /// Releases the version while the instance rests, on any thread; see `CommitSignal`.
  func park() {
    session.invalidateAccessors()
    invalidations += 1
    parts.delivery?.willRelease()
    release()
  }

  // The next check of confinement takes the newest version.
  private func release() {
    session.release()
    context.pointee.owner = 0
  }

  /// Reads no version until it is used. It was opened, or a pool takes it back: nothing that was read can be used any more.
  func endOwning() {
    session.park()
    invalidations += 1
    context.pointee.owner = 0
  }

  /// A pool lends it to the calling thread.
  func beginOwning() { context.pointee.owner = UInt(ashlar_thread()) }

  /// Cancels the open write.
  func cancelWrite() {
    session.cancelWrite()
    parts.writing?.writeCancelled()
    parts.delivery?.writeCancelled()
  }

  /// Cancels a write that the program has not ended.
  func cancelWrite(because reason: String) {
    Logger.shared.log(.warn, "'\(session.engine.path)': a write transaction of the Realm opened at \(place) is cancelled: \(reason).")
    cancelWrite()
  }

  /// Called last by the thread to which this is confined, as it ends: nobody else can end its write or read its version.
  func threadEnds() {
    if session.isWriting { cancelWrite(because: "its thread ends") }
    parts.delivery?.threadEnds()
    session.invalidateAccessors()
    confinement = confinement.ended
    release()
  }

  /// The migration of which this was a side is over: nothing of it can be used any more.
  func endMigration() {
    parts.migration = nil
    if session.isWriting { cancelWrite() }
    session.invalidateAccessors()
    confinement = .endedMigration
    release()
  }

  /// Nothing refers to the instance any more.
  func close() {
    parts.opening?.closing()
    parts.delivery?.closing()
    loans.close()
    if session.isWriting { cancelWrite(because: "nothing refers to its Realm any more") }
    parts.asynchronous?.drop(because: "nothing refers to their Realm any more")
  }

  /// Whether observers are being called.
  var isNotifying: Bool { parts.delivery?.isCalling ?? false }
}
