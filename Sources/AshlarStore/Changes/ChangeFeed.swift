import Synchronization

/// The last changes that commits of this process made to a file, for those who observe it, and who is to be told of commits. One for each
/// engine, and the only thing that observing threads share.
///
/// Invariants: entries ascend by position, and so do their versions; an entry is there before its commit and counts for whoever reads
/// its version. What is missing, because nobody observed or another process committed, is seen in the versions: an entry that does not begin
/// where the one before ended is behind a gap.
public final class ChangeFeed: Sendable {
  /// What became of commits since a position.
  public struct Interval {
    /// What the commits did that are known.
    public var changes = ChangeSet()
    /// Whether these are all.
    public var isWhole = true
    /// The position from which to ask next.
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
  }

  /// Most entries, and most bytes of them.
  public static let entryLimit = 256
  static let sizeLimit = 4 << 20

  private let state = Guarded(State())
  private let observers = Atomic<Int>(0)
  private let waiters = Atomic<Int>(0)

  init() {}

  /// Whether anybody needs the changes of commits.
  package var isObserved: Bool { observers.load(ordering: .sequentiallyConsistent) > 0 }

  /// From now on commits are kept. To be ended by `removeObserver`.
  public func addObserver() { observers.add(1, ordering: .sequentiallyConsistent) }

  /// Ends `addObserver`.
  public func removeObserver() {
    guard observers.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 else { return }
    state.withLock { state in
      state.entries = []
      state.size = 0
    }
  }

  /// Calls `wake` after every commit of this process, on the committing thread, until `stopWaiting`. It must not block.
  public func wait(_ wake: @escaping @Sendable () -> Void) -> UInt64 {
    let number = state.withLock { state in
      defer { state.nextWaiting += 1 }
      state.waiting[state.nextWaiting] = wake
      return state.nextWaiting
    }
    waiters.add(1, ordering: .sequentiallyConsistent)
    return number
  }

  /// Ends `wait`.
  public func stopWaiting(_ number: UInt64) {
    if state.withLock({ $0.waiting.removeValue(forKey: number) }) != nil { waiters.subtract(1, ordering: .sequentiallyConsistent) }
  }

  /// A commit is visible.
  /// - Parameter own: who committed, and need not be woken.
  func wake(except own: UInt64?) {
    let count = waiters.load(ordering: .sequentiallyConsistent)
    if count == 0 || count == 1 && own != nil { return }
    for (number, wake) in state.withLock({ $0.waiting }) where number != own { wake() }
  }

  // MARK: - Entries

  /// A commit begins that will make the version after `before`.
  func begin(_ changes: ChangeSet, before: UInt64) -> UInt64 {
    state.withLock { state in
      let entry = Entry(position: state.next, before: before, after: before + 1, changes: changes)
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
      return entry.position
    }
  }

  /// The commit has made a version, or none because what it stored was there already.
  func end(_ position: UInt64, at version: UInt64) {
    state.withLock { state in
      guard let index = state.entries.lastIndex(where: { $0.position == position }) else { return }
      state.entries[index].after = max(state.entries[index].before, min(version, state.entries[index].after))
    }
  }

  /// The commit has failed.
  func cancel(_ position: UInt64) {
    state.withLock { state in
      guard let index = state.entries.lastIndex(where: { $0.position == position }) else { return }
      state.size -= state.entries.remove(at: index).changes.size
    }
  }

  /// The position of a reader of a version.
  public func position(at version: UInt64) -> UInt64 {
    state.withLock { state in
      state.entries.last { $0.after <= version }?.position ?? state.entries.first.map { $0.position - 1 } ?? state.next - 1
    }
  }

  /// What commits did after a position and before another one. They made no version that is not known: what they stored was there already.
  public func changes(after position: UInt64, before own: UInt64) -> ChangeSet {
    state.withLock { state in
      var changes = ChangeSet()
      for entry in state.entries where entry.position > position && entry.position < own { changes.merge(entry.changes) }
      return changes
    }
  }

  /// What commits did after a position, from the version that was read there to another one.
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
