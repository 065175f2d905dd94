import AshlarStore
import CAshlar
import Synchronization

// The events of an instance. Each event is one method, which calls the session and the parts in a fixed order;
// `PartOrderTests` verifies the order.
extension _RealmCore {
  /// See `Realm.invalidate`.
  func invalidate() {
    if isFrozen { return invalidateFrozen() }
    checkPlace("Realm")
    // The observers that remain to be called still read the version.
    if isNotifying { return }
    if session.isWriting { cancelWrite(because: "its Realm is invalidated") }
    parts.asynchronous?.drop(because: "their Realm is invalidated")
    session.invalidateAccessors()
    invalidations += 1
    parts.delivery?.willRelease()
    release()
    // Observers continue from the newest version.
    parts.delivery?.invalidated()
  }

  private func invalidateFrozen() {
    if isClosed.exchange(true, ordering: .relaxed) { return }
    parts.opening?.closing()
    session.invalidateAccessors()
    session.release()
  }

  /// Releases the version while the instance is idle. May run on any thread; see `CommitSignal`.
  func park() {
    session.invalidateAccessors()
    invalidations += 1
    parts.delivery?.willRelease()
    release()
  }

  // Releases the version; the next confinement check acquires the newest one.
  private func release() {
    assert(!session.isWriting, "a version is released after the write that began from it")
    session.release()
    context.pointee.owner = 0
  }

  /// Releases the version until the next use of the instance, which was just opened or returns to a pool. Everything that was read from the
  /// instance becomes unusable.
  func endOwning() {
    session.park()
    invalidations += 1
    context.pointee.owner = 0
  }

  /// Makes the calling thread the owner, because a pool lends the instance to it.
  func beginOwning() {
    assert(confinement.isCurrent, "only a thread to which the instance is confined owns it")
    context.pointee.owner = UInt(ashlar_thread())
  }

  /// Cancels the open write.
  func cancelWrite() {
    session.cancelWrite()
    parts.writing?.writeCancelled()
    parts.delivery?.writeCancelled()
  }

  /// Cancels a write that the program did not end, and logs the reason.
  func cancelWrite(because reason: String) {
    Logger.shared.log(.warn, "'\(session.engine.path)': a write transaction of the Realm opened at \(place) is cancelled: \(reason).")
    cancelWrite()
  }

  /// Closes the instance because the thread to which it is confined ends. This is the last call on that thread: no other thread can end its
  /// write or read its version.
  func threadEnds() {
    if session.isWriting { cancelWrite(because: "its thread ends") }
    parts.delivery?.threadEnds()
    session.invalidateAccessors()
    confinement = confinement.ended
    release()
  }

  /// Ends the instance after the migration of which it was a side. Everything that was read from the instance becomes unusable.
  func endMigration() {
    parts.migration = nil
    if session.isWriting { cancelWrite() }
    session.invalidateAccessors()
    confinement = .endedMigration
    release()
  }

  /// Closes the instance when no reference to it is left.
  func close() {
    parts.opening?.closing()
    parts.delivery?.closing()
    loans.close()
    if session.isWriting { cancelWrite(because: "its Realm is no longer referenced") }
    parts.asynchronous?.drop(because: "their Realm is no longer referenced")
  }

  /// Whether observers are being called.
  var isNotifying: Bool { parts.delivery?.isCalling ?? false }
}
