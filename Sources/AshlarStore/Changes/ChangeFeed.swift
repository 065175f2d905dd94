import Synchronization

/// The recent changes that commits of this process made to a file, and the callbacks that are called after commits. Each engine has one; it
/// is the only state that observing threads share.
///
/// Invariants: entries ascend by position and by version; an entry is present before its commit is visible, and is valid for readers of its
/// version. Missing commits (made without observers or by another process) are detected by version: an entry that does not start at the
/// version where the previous one ended follows a gap.
public final class ChangeFeed: Sendable {
  /// The changes of the commits since a position.
  public struct Interval {
    /// The changes of the recorded commits.
    public var changes = ChangeSet()
    /// Whether no commit is missing.
    public var isWhole = true
    /// The position to pass to the next call of `changes`.
    public var position: UInt64
  }

  struct Entry {
    let position: UInt64
    let before: UInt64
    var after: UInt64
    let changes: ChangeSet
  }

  private struct State {
    var entries: [Entry] = []
    var size = 0
    var next: UInt64 = 1
    var waiting: [UInt64: @Sendable () -> Void] = [:]
    var nextWaiting: UInt64 = 1

    func _checkInvariants() {
      precondition(entries.reduce(0) { $0 + $1.changes.size } == size, "the size must be that of all entries")
      precondition(entries.count <= ChangeFeed.entryLimit, "old entries must be dropped")
      precondition(zip(entries, entries.dropFirst()).allSatisfy { $0.position < $1.position }, "entries must ascend by position")
      precondition(entries.allSatisfy { $0.position < next }, "positions must be assigned once")
      precondition(entries.allSatisfy { $0.after == $0.before || $0.after == $0.before + 1 }, "a commit makes one version at most")
    }
  }

  /// The maximum number of entries; `sizeLimit` bounds their size in bytes.
  public static let entryLimit = 256
  static let sizeLimit = 4 << 20

  private let state = Guarded(State())
  private let observers = Atomic<Int>(0)
  // The number of observations that have begun and not ended. It is used for statistics only.
  private let observations = Atomic<Int>(0)
  private let waiters = Atomic<Int>(0)

  init() {}

  /// Whether there is an observer; if so, commits must be recorded.
  package var isObserved: Bool { observers.load(ordering: .sequentiallyConsistent) > 0 }

  /// Starts recording commits. Must be balanced by `removeObserver`.
  public func addObserver() { observers.add(1, ordering: .sequentiallyConsistent) }

  /// Balances `addObserver`. After the last observer has been removed, drops the recorded commits.
  public func removeObserver() {
    guard observers.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 else { return }
    state.withLock { state in
      state.entries = []
      state.size = 0
    }
  }

  /// The number of observations in this process that have begun and not ended.
  public var observationCount: Int { observations.load(ordering: .relaxed) }

  /// Counts an observation. Must be balanced by `observationEnded`.
  public func observationBegan() { observations.add(1, ordering: .relaxed) }

  /// Stops counting an observation. Balances `observationBegan`.
  public func observationEnded() { observations.subtract(1, ordering: .relaxed) }

  /// Calls `wake` after every commit except the waiter's own, until `stopWaiting` is called: on the committing thread, or, for commits of
  /// other processes, on the thread that watches the file. `wake` must not block. Returns a number that identifies the waiter.
  public func wait(_ wake: @escaping @Sendable () -> Void) -> UInt64 {
    let number = state.withLock { state in
      defer { state.nextWaiting += 1 }
      state.waiting[state.nextWaiting] = wake
      return state.nextWaiting
    }
    waiters.add(1, ordering: .sequentiallyConsistent)
    return number
  }

  /// Removes the waiter for which `wait` returned `number`.
  public func stopWaiting(_ number: UInt64) {
    if state.withLock({ $0.waiting.removeValue(forKey: number) }) != nil { waiters.subtract(1, ordering: .sequentiallyConsistent) }
  }

  /// Calls the callbacks of the waiters. Must be called after a commit has become visible.
  /// - Parameter own: The number of the committing waiter, whose callback is not called; nil if no waiter committed.
  func wake(except own: UInt64?) {
    let count = waiters.load(ordering: .sequentiallyConsistent)
    if count == 0 || count == 1 && own != nil { return }
    for (number, wake) in state.withLock({ $0.waiting }) where number != own { wake() }
  }

  // MARK: - Entries

  /// Records a commit that will create the version after `before`. Returns the position of the entry.
  func begin(_ changes: ChangeSet, before: UInt64) -> UInt64 {
    state.withLock { state in
      let entry = Entry(position: state.next, before: before, after: before + 1, changes: changes)
      assert(state.entries.last.map { $0.position < entry.position } ?? true, "entries ascend by position")
      state.next += 1
      state.entries.append(entry)
      state.size += changes.size
      var dropped = 0
      while state.entries.count - dropped > ChangeFeed.entryLimit || state.size > ChangeFeed.sizeLimit && dropped < state.entries.count - 1
      {
        state.size -= state.entries[dropped].changes.size
        dropped += 1
      }
      state.entries.removeFirst(dropped)
      #if ASHLAR_CHECKED
        state._checkInvariants()
      #endif
      return entry.position
    }
  }

  /// Records that a commit has ended at a version, which is the previous one if the commit changed nothing.
  func end(_ position: UInt64, at version: UInt64) {
    state.withLock { state in
      guard let index = state.entries.lastIndex(where: { $0.position == position }) else { return }
      state.entries[index].after = max(state.entries[index].before, min(version, state.entries[index].after))
    }
  }

  /// Removes the entry of a failed commit.
  func cancel(_ position: UInt64) {
    state.withLock { state in
      guard let index = state.entries.lastIndex(where: { $0.position == position }) else { return }
      state.size -= state.entries.remove(at: index).changes.size
      #if ASHLAR_CHECKED
        state._checkInvariants()
      #endif
    }
  }

  /// Returns the position of the last recorded commit that is visible to readers of a version; if there is none, the position before that
  /// of the first recorded commit, or of the next commit if none is recorded.
  public func position(at version: UInt64) -> UInt64 {
    state.withLock { state in
      state.entries.last { $0.after <= version }?.position ?? state.entries.first.map { $0.position - 1 } ?? state.next - 1
    }
  }

  /// Returns the changes of the commits between two positions. The caller must have read every version that precedes the commit at position
  /// `own`. The commits between the positions then created no version, because the file already contained the values that they wrote.
  public func changes(after position: UInt64, before own: UInt64) -> ChangeSet {
    state.withLock { state in
      var changes = ChangeSet()
      for entry in state.entries where entry.position > position && entry.position < own { changes.merge(entry.changes) }
      return changes
    }
  }

  /// Returns the changes of the commits after a position, from the version `old`, to which the position belongs, to the version `new`.
  public func changes(after position: UInt64, from old: UInt64, to new: UInt64) -> Interval {
    state.withLock { state in
      var interval = Interval(position: position)
      var version = old
      for entry in state.entries where entry.position > position && entry.after <= new {
        if entry.before != version { interval.isWhole = false }
        version = entry.after
        interval.position = entry.position
        interval.changes.merge(entry.changes)
      }
      if version != new { interval.isWhole = false }
      return interval
    }
  }
}
