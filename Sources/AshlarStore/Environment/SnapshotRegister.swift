import CAshlar

/// The snapshots of one engine in this process.
final class SnapshotRegister: Sendable {
  struct Entry: Sendable {
    var version: UInt64
    var taken: ContinuousClock.Instant
    var thread: UInt
    var holder: SnapshotHolder

    mutating func move(to version: UInt64, _ now: ContinuousClock.Instant) {
      self.version = version
      taken = now
    }
  }

  private struct State: Sendable {
    var entries: [UInt64: Entry] = [:]
    var next: UInt64 = 0
  }

  private let state = Guarded(State())

  /// A new snapshot; returns the number by which the other methods know it.
  func add(_ version: UInt64, _ holder: SnapshotHolder) -> UInt64 {
    let entry = Entry(version: version, taken: .now, thread: UInt(ashlar_thread()), holder: holder)
    return state.withLock { state in
      state.next += 1
      state.entries[state.next] = entry
      return state.next
    }
  }

  /// The snapshot moved to another version.
  func move(_ number: UInt64, to version: UInt64) {
    let now = ContinuousClock.now
    state.withLock { $0.entries[number]?.move(to: version, now) }
  }

  /// The snapshot has another holder.
  func set(_ number: UInt64, _ holder: SnapshotHolder) { state.withLock { $0.entries[number]?.holder = holder } }

  func remove(_ number: UInt64) { state.withLock { _ = $0.entries.removeValue(forKey: number) } }

  /// All of them, in no order.
  var all: [Entry] { state.withLock { Array($0.entries.values) } }

  /// The oldest version; nil when there is no snapshot.
  var oldest: UInt64? { state.withLock { $0.entries.values.lazy.map(\.version).min() } }
}
