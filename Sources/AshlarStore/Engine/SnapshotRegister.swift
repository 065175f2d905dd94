import CAshlar

/// The snapshots of one engine in this process.
final class SnapshotRegister: Sendable {
  struct Entry: Sendable {
    var version: UInt64
    var taken: ContinuousClock.Instant
    var thread: UInt
    var holder: SnapshotHolder
    /// Whether it keeps no version at the moment.
    var isParked = false

    mutating func move(to version: UInt64, _ now: ContinuousClock.Instant) {
      self.version = version
      taken = now
      isParked = false
    }
  }

  // Ascending by number. Each commit moves a snapshot, and there are few: no hashing.
  private struct State: Sendable {
    var numbers: [UInt64] = []
    var entries: [Entry] = []
    var next: UInt64 = 0

    func place(_ number: UInt64) -> Int? {
      var (low, high) = (0, numbers.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[middle] < number { low = middle + 1 } else { high = middle }
      }
      return low < numbers.count && numbers[low] == number ? low : nil
    }
  }

  private let state = Guarded(State())

  /// A new snapshot; returns the number by which the other methods know it.
  func add(_ version: UInt64, _ holder: SnapshotHolder) -> UInt64 {
    let entry = Entry(version: version, taken: .now, thread: UInt(ashlar_thread()), holder: holder)
    return state.withLock { state in
      state.next += 1
      state.numbers.append(state.next)
      state.entries.append(entry)
      return state.next
    }
  }

  /// The snapshot moved to another version. O(log n) of the snapshots.
  func move(_ number: UInt64, to version: UInt64) {
    let now = ContinuousClock.now
    state.withLock { state in
      guard let place = state.place(number) else { return }
      state.entries[place].move(to: version, now)
    }
  }

  /// The snapshot keeps no version until it moves.
  func park(_ number: UInt64) {
    state.withLock { state in
      guard let place = state.place(number) else { return }
      state.entries[place].isParked = true
    }
  }

  /// The snapshot has another holder.
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

  /// The holders of all snapshots, parked ones included, in the order in which the snapshots were made.
  var holders: [SnapshotHolder] { state.withLock { $0.entries.map(\.holder) } }

  /// All that keep a version, in the order in which they were made.
  var all: [Entry] { state.withLock { $0.entries.filter { !$0.isParked } } }

  /// The oldest version that is kept; nil when there is none.
  var oldest: UInt64? { state.withLock { $0.entries.lazy.filter { !$0.isParked }.map(\.version).min() } }
}
