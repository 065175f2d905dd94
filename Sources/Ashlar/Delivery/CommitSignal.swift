import AshlarStore
import CAshlar
import Synchronization

/// Schedules turns of a Realm instance in its confinement, from any thread. At most one turn is pending. A burst of commits therefore
/// causes one turn, and a queue or actor that never runs retains only one closure.
///
/// An instance that only its observers use is idle between turns. If its turn remains pending for many versions, the signaling thread
/// releases the version that the instance reads, so that a blocked queue or actor pins no version.
///
/// A signal retains neither the instance nor its engine; otherwise, a turn scheduled on a queue that never runs would keep the file open.
///
/// Invariants: `address` is the instance's address until the instance's deinitializer resets it under the lock; until then, the engine is
/// valid as well. While the instance is idle, only the holder of the lock of `rest` may use it; otherwise, only its confinement may.
nonisolated final class CommitSignal: Sendable {
  private struct Rest {
    var isResting = false
    /// The version that the instance reads while it is idle.
    var version: UInt64 = 0
  }

  /// The number of versions by which an idle instance must have fallen behind before its version is released. It equals the maximum number
  /// of entries of the feed.
  static let lateness = UInt64(ChangeFeed.entryLimit)

  private let isPending = Atomic(false)
  private let rest = Guarded(Rest())
  // The instance's engine. Read only under the lock of `address`, while `address` is not 0: the instance retains its engine until its
  // deinitializer has reset `address` under that lock.
  private unowned(unsafe) let engine: any StorageEngine
  private let address: Guarded<UInt>
  private let confinement: Confinement

  /// - Parameter confinement: The instance's confinement, which must be able to run scheduled code.
  init(_ core: _RealmCore, at confinement: Confinement) {
    address = Guarded(UInt(bitPattern: Unmanaged.passUnretained(core).toOpaque()))
    engine = core.session.engine
    self.confinement = confinement
  }

  /// Detaches the signal from the instance. Called when the instance is deallocated.
  func remove() { address.withLock { $0 = 0 } }

  /// The instance, for use in its confinement; nil once it is deallocated.
  var instance: _RealmCore? { retained()?.takeRetainedValue() }

  func send() {
    if isPending.exchange(true, ordering: .sequentiallyConsistent) { return takeVersion() }
    // If the actor has been deallocated, nothing is scheduled.
    _ = confinement.schedule { self.turn() }
  }

  private func turn() {
    // A signal from now on schedules another turn, because this turn may already have read the newest version.
    isPending.store(false, ordering: .sequentiallyConsistent)
    wake()
    guard let core = retained() else { return }
    core._withUnsafeGuaranteedRef { $0.delivery?.turn() }
    if let held = core._withUnsafeGuaranteedRef({ core in core.observers.flatMap { $0.mayRest() ? $0.held : nil } }) {
      let version = core._withUnsafeGuaranteedRef { $0.session.version }
      // Reads the reference count before `held.current`: an observation that ends between the two reads makes the reference count too
      // large, never too small. The additional reference is `core`.
      let references = HeldReferences.references(to: core.toOpaque())
      if references == held.current + 1 { rest.withLock { $0 = Rest(isResting: true, version: version) } }
    }
    core.release()
  }

  // Returns the instance, retained, which the caller must release; nil once it is deallocated.
  private func retained() -> Unmanaged<_RealmCore>? {
    let found = address.withLock { address -> UInt in
      guard let object = UnsafeMutableRawPointer(bitPattern: address) else { return 0 }
      return ashlar_try_retain(object) != 0 ? address : 0
    }
    return UnsafeRawPointer(bitPattern: found).map { Unmanaged.fromOpaque($0) }
  }

  // The newest version of the file; nil once the instance is deallocated.
  private var newestVersion: UInt64? { address.withLock { $0 == 0 ? nil : engine.newestVersion } }

  /// Marks the instance as in use. Called before the instance is used in its confinement, inside or outside a turn. Returns whether it was
  /// idle.
  @discardableResult
  func wake() -> Bool {
    rest.withLock { rest in
      defer { rest.isResting = false }
      return rest.isResting
    }
  }

  // Releases the version that the idle instance reads if the instance has fallen behind by at least `lateness` versions.
  private func takeVersion() {
    var taken: Unmanaged<_RealmCore>?
    rest.withLock { rest in
      guard rest.isResting, let newestVersion, newestVersion >= rest.version + CommitSignal.lateness else { return }
      taken = retained()
      rest.isResting = false
      assert(taken?._withUnsafeGuaranteedRef { !$0.session.isWriting } ?? true, "an instance that rests has no write")
      taken?._withUnsafeGuaranteedRef { $0.park() }
    }
    taken?.release()
  }
}
