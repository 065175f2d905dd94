// Waiters for durability: one sync and one checkpoint serve all commits made before them.
//
// Invariant: no waiter is resumed without an error before a checkpoint of its version or a later one is in place, or the file was synced
// after its commit and no checkpoint of an older version remains.
extension Checkpointer {
  /// Calls `resume` with nil once `version` would survive a loss of power, or with the error that prevents this.
  ///
  /// `resume` may be called on the sync thread, which closing the file waits for, so it must not hold the last reference to the engine.
  /// - Parameter version: A version committed by this process.
  func whenSaved(_ version: UInt64, _ resume: @escaping @Sendable (StoreError?) -> Void) {
    monitor.withLock { state.lastWaiting = .now }
    join(version, resume)
  }

  /// Waits until `version` would survive a loss of power. Throws the error that prevents this.
  func waitUntilSaved(_ version: UInt64) throws(StoreError) {
    let outcome = Outcome()
    join(version) { outcome.end($0) }
    if let failure = outcome.wait() { throw failure }
  }

  /// Whether durable commits of threads should wait for the next checkpoint, like those of tasks. Removing the checkpoint and creating it
  /// again would delay the waiting tasks longer.
  var savesInGroups: Bool {
    guard hasMetRelaxed else { return false }
    return monitor.withLock {
      guard let last = state.lastWaiting, state.own?.isInPlace == true, !state.isBroken else { return false }
      return !state.savings.isEmpty || .now - last < state.limits.joining
    }
  }

  private func join(_ version: UInt64, _ resume: @escaping @Sendable (StoreError?) -> Void) {
    let outcome: Result<Bool, StoreError> = monitor.withLock {
      if state.saved >= version { return .success(true) }
      if state.isBroken { return .failure(.writesStopped(path: path)) }
      state.savings.append(Saving(version: version, resume: resume))
      do throws(StoreError) {
        if !state.isRunning { try start() }
      } catch {
        state.savings.removeLast()
        return .failure(error)
      }
      monitor.wake()
      return .success(false)
    }
    switch outcome {
    case .success(true): resume(nil)
    case .success(false): break
    case .failure(let error): resume(error)
    }
  }

  /// Whether this process's checkpoint appears to be in place (checked outside LMDB's transaction), commits need not wait for the
  /// background sync, and the background sync has not failed.
  var isReady: Bool {
    monitor.withLock { state.own?.isInPlace == true && !state.isBehind && state.failure == nil }
  }

  /// The newest version known to survive a loss of power. Must be read inside an LMDB write transaction, after a sync.
  var savedVersion: UInt64 {
    // While no checkpoint of this process is in place, nothing is committed unsynced. A process that replaces or removes the checkpoint
    // syncs first.
    guard let own = monitor.withLock({ state.own }), own.isInPlace else { return newestVersion }
    return own.version
  }

  /// Resumes the waiters for `version` and for older versions, in order of arrival. Waiters that are added during this time are resumed
  /// after them.
  func resume(upTo version: UInt64) {
    while true {
      let resumed = monitor.withLock {
        let due = state.savings.filter { $0.version <= version }
        if due.isEmpty { state.saved = max(state.saved, version) }
        state.savings.removeAll { $0.version <= version }
        return due
      }
      if resumed.isEmpty { return }
      for saving in resumed { saving.resume(nil) }
    }
  }

  func resumeAll(_ error: StoreError?) {
    let all = monitor.withLock {
      defer { state.savings = [] }
      return state.savings
    }
    for saving in all { saving.resume(error) }
  }
}

/// The result for one waiter.
private final class Outcome: @unchecked Sendable {
  private let monitor = Monitor()
  // Whether the wait is over; guarded by `monitor`, like `failure`.
  private var isOver = false
  private var failure: StoreError?

  func end(_ failure: StoreError?) {
    monitor.withLock {
      self.failure = failure
      isOver = true
      monitor.wake()
    }
  }

  func wait() -> StoreError? {
    monitor.withLock {
      while !isOver { monitor.wait() }
      return failure
    }
  }
}
