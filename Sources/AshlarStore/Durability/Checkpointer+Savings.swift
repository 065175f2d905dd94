// Those who wait until their commit cannot be lost: one sync and one checkpoint serve all that were committed before.
//
// Invariant: nobody is resumed without an error before a checkpoint of at least its version is in place, or the file itself was synced
// after it and no checkpoint of an older version is left.
extension Checkpointer {
  /// Calls `resume` once no loss of power can take `version` away, or with what went wrong.
  ///
  /// It may be called on the thread that syncs, which closing the file waits for: `resume` must not hold the last reference to the engine.
  /// - Parameter version: one that this process has committed.
  func whenSaved(_ version: UInt64, _ resume: @escaping @Sendable (StoreError?) -> Void) {
    monitor.withLock { state.lastWaiting = .now }
    join(version, resume)
  }

  /// As `whenSaved`, on the caller's thread.
  func waitUntilSaved(_ version: UInt64) throws(StoreError) {
    let outcome = Outcome()
    join(version) { outcome.end($0) }
    if let failure = outcome.wait() { throw failure }
  }

  /// Whether durable commits of threads do best to wait for the next checkpoint too: to remove this one and make it again would cost the tasks
  /// more.
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

  /// Whether this process's own checkpoint is in place, as far as that can be told outside of LMDB's transaction, and commits need not
  /// wait for the background.
  var isReady: Bool {
    monitor.withLock { state.own?.isInPlace == true && !state.isBehind && state.failure == nil }
  }

  /// Inside a write transaction of LMDB, after a sync: the newest version of this process that cannot be lost.
  var savedVersion: UInt64 {
    // Nothing is committed without a sync unless an own checkpoint is in place. A process that takes it away syncs first.
    guard let own = monitor.withLock({ state.own }), own.isInPlace else { return newestVersion }
    return own.version
  }

  /// Resumes those who wait for a version or an older one, in the order in which they came. Who comes meanwhile is resumed after them.
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

/// What one waiter is told.
private final class Outcome: @unchecked Sendable {
  private let monitor = Monitor()
  // Under `monitor`.
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
