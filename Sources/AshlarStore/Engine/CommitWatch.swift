import CAshlar
import Synchronization

/// Hears of the commits that other processes make to a file, and wakes who waits for commits.
///
/// One for each engine that has a file. It is on while anybody asked for it: the commits of this process wake them anyway.
///
/// Invariants: `engine` is read under its lock, and nil from the moment that the engine goes. Whoever begins to watch is counted before it
/// looks at the version.
final class CommitWatch: Sendable {
  private struct State {
    var askers = 0
    // Of the file at the watcher.
    var number: Int32?
  }

  private let engine: Guarded<Unmanaged<LMDBEngine>?>
  private let changes: ChangeFeed
  private let lock: WriteLock
  private let path: String
  private let state = Guarded(State())
  private let knownVersion = Atomic<UInt64>(0)

  init(_ engine: LMDBEngine) {
    self.engine = Guarded(.passUnretained(engine))
    changes = engine.changes
    lock = engine.writeLock
    path = engine.path
  }

  /// The engine is going.
  func close() {
    engine.withLock { $0 = nil }
    state.withLock { state in
      if state.askers > 0 { stop(&state) }
      state.askers = 0
    }
  }

  /// Begins to watch. To be ended by `remove`.
  func add() {
    state.withLock { state in
      state.askers += 1
      if state.askers == 1 { start(&state) }
    }
  }

  /// Ends `add`.
  func remove() {
    state.withLock { state in
      if state.askers == 0 { return }
      state.askers -= 1
      if state.askers == 0 { stop(&state) }
    }
  }

  private func start(_ state: inout State) {
    knownVersion.store(version ?? 0, ordering: .sequentiallyConsistent)
    let isCounted = lock.joinWatchers()
    state.number = FileWatcher.add(self, descriptor: lock.descriptor, isSignalled: isCounted)
    if isCounted { lock.signalSelf() }
    look()
  }

  private func stop(_ state: inout State) {
    if let number = state.number { FileWatcher.remove(number) }
    state.number = nil
    lock.leaveWatchers()
  }

  private var version: UInt64? { engine.withLock { $0?._withUnsafeGuaranteedRef { $0.newestVersion } } }

  /// This process has committed, and wakes who waits itself.
  func committed(_ version: UInt64) {
    knownVersion.store(version, ordering: .sequentiallyConsistent)
    lock.signalCommit()
  }

  /// Wakes who waits when the version is another one than was known.
  func look() {
    guard let version, knownVersion.exchange(version, ordering: .sequentiallyConsistent) != version else { return }
    changes.wake(except: nil)
  }

  /// The system does not tell of writes to the file.
  func reportSilence() {
    StoreLog.write(
      .warning,
      "'\(path)': the system does not tell of commits by other processes. The file is looked at every \(FileWatcher.interval) milliseconds instead."
    )
  }
}
