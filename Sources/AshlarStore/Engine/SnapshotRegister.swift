import CAshlar

/// The snapshots of one engine in this process.
final class SnapshotRegister: Sendable {
  struct Entry: Sendable {
    var version: UInt64
    var taken: ContinuousClock.Instant
    var thread: UInt
    var holder: SnapshotHolder
    /// Whether the snapshot is parked; a parked snapshot pins no version.
    var isParked = false

    mutating func move(to version: UInt64, _ now: ContinuousClock.Instant) {
      self.version = version
      taken = now
      isParked = false
    }
  }

  // The snapshots are in arrays sorted by number, which need no hashing: each commit moves a snapshot, and there are few snapshots.
  private struct State: Sendable {
    var numbers: [UInt64] = []
    var entries: [Entry] = []
    var next: UInt64 = 0

    func place(_ number: UInt64) -> Int? {
      assert(numbers.count == entries.count, "each snapshot has a number and an entry")
      var (low, high) = (0, numbers.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[middle] < number { low = middle + 1 } else { high = middle }
      }
      return low < numbers.count && numbers[low] == number ? low : nil
    }
  }

  private let state = Guarded(State())

  /// Adds a snapshot and returns the number by which the other methods identify it.
  func add(_ version: UInt64, _ holder: SnapshotHolder) -> UInt64 {
    let entry = Entry(version: version, taken: .now, thread: UInt(ashlar_thread()), holder: holder)
    return state.withLock { state in
      state.next += 1
      state.numbers.append(state.next)
      state.entries.append(entry)
      return state.next
    }
  }

  /// Records that a snapshot moved to another version. Complexity: O(log n) in the number of snapshots.
  func move(_ number: UInt64, to version: UInt64) {
    let now = ContinuousClock.now
    state.withLock { state in
      guard let place = state.place(number) else { return }
      state.entries[place].move(to: version, now)
    }
  }

  /// Records that a snapshot pins no version until it moves.
  func park(_ number: UInt64) {
    state.withLock { state in
      guard let place = state.place(number) else { return }
      state.entries[place].isParked = true
    }
  }

  /// Sets the holder of a snapshot.
  func set(_ number: UInt64, _ holder: SnapshotHolder) {
    state.withLock { state in
      guard let place = state.place(number) else { return }
      state.entries[place].holder = holder
    }
  }

  func remove(_ number: UInt64) {
    state.withLock { state in
      guard let place = state.place(number) else { return }
      state.numbers.remove(at: place)
      state.entries.remove(at: place)
    }
  }

  /// The holders of all snapshots, parked ones included, in creation order.
  var holders: [SnapshotHolder] { state.withLock { $0.entries.map(\.holder) } }

  /// The snapshots that pin a version, in creation order.
  var all: [Entry] { state.withLock { $0.entries.filter { !$0.isParked } } }

  /// The oldest pinned version, or nil.
  var oldest: UInt64? { state.withLock { $0.entries.lazy.filter { !$0.isParked }.map(\.version).min() } }
}
