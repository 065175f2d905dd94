import CAshlar
import Synchronization

/// Observes the commits that other processes make to a file, and wakes the threads that wait for a commit.
///
/// Each engine whose file other processes can write has a `CommitWatch`, which watches while any call of `add` is not balanced by a call of
/// `remove`. Commits of this process do not need the watch: the committing thread wakes the waiting threads.
///
/// Invariants: `engine` is accessed under its lock, and is nil once the engine's deinitializer has begun. A process registers for signals
/// before its first `look`, so that it misses no commit.
final class CommitWatch: Sendable {
  private struct State {
    var askers = 0
    // The number of the file in `FileWatcher`.
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

  /// Stops watching permanently. Called when the engine is deinitialized.
  func close() {
    engine.withLock { $0 = nil }
    state.withLock { state in
      if state.askers > 0 { stop(&state) }
      state.askers = 0
    }
  }

  /// Starts watching. Must be balanced by `remove`.
  func add() {
    state.withLock { state in
      state.askers += 1
      if state.askers == 1 { start(&state) }
    }
  }

  /// Balances `add`. The last balancing call stops watching.
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

  /// Signals a commit of this process to other processes. The committing thread wakes the waiting threads of this process.
  func committed(_ version: UInt64) {
    knownVersion.store(version, ordering: .sequentiallyConsistent)
    lock.signalCommit()
  }

  /// Wakes the waiting threads if the newest version differs from the last known one.
  func look() {
    guard let version, knownVersion.exchange(version, ordering: .sequentiallyConsistent) != version else { return }
    changes.wake(except: nil)
  }

  /// Logs that the file is polled because the system does not report commits by other processes.
  func reportSilence() {
    StoreLog.write(
      .warning,
      "'\(path)': the system does not report commits of other processes. The file is checked every \(FileWatcher.interval) ms instead."
    )
  }

  /// Logs that the thread that receives the commits of other processes could not be started.
  func reportMissingThread() {
    StoreLog.write(
      .error,
      "'\(path)': the system starts no thread to watch the file, so this process does not notice commits of other processes until it reads "
        + "or writes. Another attempt follows when another file is opened.")
  }
}
