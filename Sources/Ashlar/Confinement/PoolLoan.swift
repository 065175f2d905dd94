import CAshlar
import Synchronization

/// Lends a pool's Realm to one thread at a time, for the duration of a body.
final class PoolLoan: Sendable {
  /// The number of the Realm among the Realms of all pools; never reused.
  let number: UInt64
  private let holder: Atomic<UInt>

  private static let last = Atomic<UInt64>(0)

  /// Creates a loan to the calling thread.
  init() {
    number = PoolLoan.last.add(1, ordering: .relaxed).newValue
    holder = Atomic(UInt(ashlar_thread()))
  }

  var isCurrent: Bool { holder.load(ordering: .relaxed) == UInt(ashlar_thread()) }
  var isOut: Bool { holder.load(ordering: .relaxed) != 0 }

  func begin() {
    assert(!isOut, "an instance of a pool is lent to one thread at a time")
    holder.store(UInt(ashlar_thread()), ordering: .relaxed)
  }

  func end() { holder.store(0, ordering: .relaxed) }
}
