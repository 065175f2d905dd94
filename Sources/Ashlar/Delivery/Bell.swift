import AshlarStore
import CAshlar
import Synchronization

/// Asks for a turn where a Realm instance is confined, from any thread: at most one at a time, so that a storm of commits makes one turn
/// and a place that never runs holds one closure.
///
/// Invariant: the address is the instance's until it removes itself in its deinitialiser, under the lock.
nonisolated final class Bell: Sendable {
  private let isPending = Atomic(false)
  private let address: Guarded<UInt>
  private let confinement: Confinement

  /// - Parameter confinement: the instance's, where something can be run.
  init(_ core: _RealmCore, at confinement: Confinement) {
    address = Guarded(UInt(bitPattern: Unmanaged.passUnretained(core).toOpaque()))
    self.confinement = confinement
  }

  /// The instance is going.
  func remove() { address.withLock { $0 = 0 } }

  func ring() {
    if isPending.exchange(true, ordering: .sequentiallyConsistent) { return }
    // Of an actor that is gone nothing is told any more.
    _ = confinement.schedule { self.turn() }
  }

  private func turn() {
    // Whatever rings from now on asks for another turn: this one may have looked already.
    isPending.store(false, ordering: .sequentiallyConsistent)
    let found = address.withLock { address -> UInt in
      guard let object = UnsafeMutableRawPointer(bitPattern: address) else { return 0 }
      return ashlar_try_retain(object) != 0 ? address : 0
    }
    guard let object = UnsafeRawPointer(bitPattern: found) else { return }
    Unmanaged<_RealmCore>.fromOpaque(object).takeRetainedValue().turn()
  }
}
