import Synchronization

/// The outcome of a write transaction, for references that were created inside it.
final class WriteOutcome: Sendable {
  private enum State: UInt8, AtomicRepresentable {
    case pending, committed, cancelled
  }

  private let state = Atomic(State.pending)
  private let committed = Atomic<UInt64>(0)

  var isPending: Bool { state.load(ordering: .acquiring) == .pending }

  /// The version that contains the changes; nil while the write is open, and always nil if it was cancelled.
  var version: UInt64? { state.load(ordering: .acquiring) == .committed ? committed.load(ordering: .relaxed) : nil }

  func commit(_ version: UInt64) {
    assert(isPending, "a write ends once")
    committed.store(version, ordering: .relaxed)
    state.store(.committed, ordering: .releasing)
  }

  func cancel() {
    assert(isPending, "a write ends once")
    state.store(.cancelled, ordering: .releasing)
  }
}
