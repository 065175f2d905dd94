import CAshlar
import Synchronization

/// A Realm of a pool, which one thread has at a time, for the length of one body.
final class PoolLoan: Sendable {
  /// Tells the pool's Realms apart; never used again.
  let number: UInt64
  private let holder: Atomic<UInt>

  private static let last = Atomic<UInt64>(0)

  /// Lent to the calling thread.
  init() {
    number = PoolLoan.last.add(1, ordering: .relaxed).newValue
    holder = Atomic(UInt(ashlar_thread()))
  }

  var isCurrent: Bool { holder.load(ordering: .relaxed) == UInt(ashlar_thread()) }
  var isOut: Bool { holder.load(ordering: .relaxed) != 0 }

  func begin() { holder.store(UInt(ashlar_thread()), ordering: .relaxed) }
  func end() { holder.store(0, ordering: .relaxed) }
}
