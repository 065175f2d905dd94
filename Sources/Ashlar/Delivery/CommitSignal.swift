import AshlarStore
import CAshlar
import Synchronization

/// Asks for a turn where a Realm instance is confined, from any thread: at most one at a time, so that a storm of commits makes one turn
/// and a place that never runs holds one closure.
///
/// An instance that only its observers use rests between turns. If its turn stays pending for many versions, the thread that rings releases
/// its version, so that a blocked queue or actor pins none.
///
/// A signal retains neither the instance nor its engine: a turn that is scheduled on a queue that never runs would keep the file open.
///
/// Invariants: the address is the instance's until it removes itself in its deinitialiser, under the lock; until then the engine is valid as
/// well. While the instance rests, who holds the lock of `rest` may use it; otherwise its place alone.
nonisolated final class CommitSignal: Sendable {
  private struct Rest {
    var isResting = false
    /// The version that it reads while it rests.
    var version: UInt64 = 0
  }

  /// How many versions an instance that rests may be late: as many as the feed has.
  static let lateness = UInt64(ChangeFeed.entryLimit)

  private let isPending = Atomic(false)
  private let rest = Guarded(Rest())
  // The instance's. Read under the lock of `address`, while that is not 0.
  private unowned(unsafe) let engine: any StorageEngine
  private let address: Guarded<UInt>
  private let confinement: Confinement

  /// - Parameter confinement: the instance's, where something can be run.
  init(_ core: _RealmCore, at confinement: Confinement) {
    address = Guarded(UInt(bitPattern: Unmanaged.passUnretained(core).toOpaque()))
    engine = core.session.engine
    self.confinement = confinement
  }

  /// The instance is going.
  func remove() { address.withLock { $0 = 0 } }

  /// The instance, for use at its place; nil once it is gone.
  var instance: _RealmCore? { retained()?.takeRetainedValue() }

  func ring() {
    if isPending.exchange(true, ordering: .sequentiallyConsistent) { return takeVersion() }
    // Of an actor that is gone nothing is told any more.
    _ = confinement.schedule { self.turn() }
  }

  private func turn() {
    // Whatever rings from now on asks for another turn: this one may have looked already.
    isPending.store(false, ordering: .sequentiallyConsistent)
    wake()
    guard let core = retained() else { return }
    core._withUnsafeGuaranteedRef { $0.delivery?.turn() }
    if let held = core._withUnsafeGuaranteedRef({ core in core.observers.flatMap { $0.mayRest() ? $0.held : nil } }) {
      let version = core._withUnsafeGuaranteedRef { $0.session.version }
      // First the references: who ends meanwhile makes them too many, never too few. The one more is this.
      let references = HeldReferences.references(to: core.toOpaque())
      if references == held.current + 1 { rest.withLock { $0 = Rest(isResting: true, version: version) } }
    }
    core.release()
  }

  // The instance, with a reference to be released.
  private func retained() -> Unmanaged<_RealmCore>? {
    let found = address.withLock { address -> UInt in
      guard let object = UnsafeMutableRawPointer(bitPattern: address) else { return 0 }
      return ashlar_try_retain(object) != 0 ? address : 0
    }
    return UnsafeRawPointer(bitPattern: found).map { Unmanaged.fromOpaque($0) }
  }

  // The file's; nil once the instance is gone.
  private var newestVersion: UInt64? { address.withLock { $0 == 0 ? nil : engine.newestVersion } }

  /// The instance is about to be used at its place, after any turn. True when it rested.
  @discardableResult
  func wake() -> Bool {
    rest.withLock { rest in
      defer { rest.isResting = false }
      return rest.isResting
    }
  }

  // The place has not come to the turn that was asked for.
  private func takeVersion() {
    var taken: Unmanaged<_RealmCore>?
    rest.withLock { rest in
      guard rest.isResting, let newestVersion, newestVersion >= rest.version + CommitSignal.lateness else { return }
      taken = retained()
      rest.isResting = false
      taken?._withUnsafeGuaranteedRef { $0.park() }
    }
    taken?.release()
  }
}
