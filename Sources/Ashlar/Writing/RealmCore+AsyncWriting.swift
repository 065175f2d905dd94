import AshlarStore

// Writing without blocking a thread.
extension _RealmCore {
  /// Stops the program if the caller is outside the Realm's confinement, or if the confinement is not the main queue, an actor or a task. A
  /// frozen Realm is always accepted.
  func requireTask(_ function: String) {
    checkConfinement("Realm")
    if isFrozen { return }
    switch confinement {
    case .mainQueue, .actor, .task: break
    case .thread, .queue, .pool, .endedThread, .endedMigration: misuse(.notInTask(function: function, opened: confinement.description))
    }
  }

  /// The durability of a commit whose writer waits for the disk afterwards, together with other writers: `.relaxed` in place of `.full` if
  /// the Realm is stored in a file and the engine supports `.relaxed`; otherwise the configured durability.
  var unwaitedDurability: CommitDurability {
    let wanted = rules.durability
    guard wanted == .full, session.engine.hasFile, (try? session.engine.check(.relaxed)) != nil else { return wanted }
    return .relaxed
  }

  /// Returns whether the caller must wait for a checkpoint to be prepared, because the next commit would otherwise block the thread until
  /// the data is on disk. Other writers may use up the prepared checkpoint repeatedly, so the result is false after three attempts.
  func needsPreparation(after attempts: Int) -> Bool {
    attempts < 3 && unwaitedDurability == .relaxed && !session.engine.isReadyForRelaxed
  }

  /// Acquires the write lock; suspends while other writers hold it. Throws `CancellationError` if the task is cancelled before or while it
  /// waits, or the engine's error if the lock cannot be acquired.
  func takeRightToWrite(_ isolation: isolated (any Actor)?) async throws {
    let engine = session.engine
    let holder = session.writeHolder
    // A write of this task could be ended only by the task itself, which waits here. On an actor, other tasks may run during this wait and
    // end the write.
    var refusesOwn = false
    if case .task = confinement { refusesOwn = true }
    var (attempt, preparations) = (0, 0)
    while true {
      try Task.checkCancellation()
      if needsPreparation(after: preparations) {
        preparations += 1
        try await prepare(engine, isolation)
      }
      let request = LockRequest()
      if try engine.requestLock(request, for: holder, attempt: attempt, refusesOwn: refusesOwn) {
        if !needsPreparation(after: preparations) { return }
        engine.unlockForWriting()
        continue
      }
      await request.wait(isolation)
      if Task.isCancelled {
        engine.withdraw(request)
        throw CancellationError()
      }
      attempt += 1
    }
  }

  private func prepare(_ engine: any StorageEngine, _ isolation: isolated (any Actor)?) async throws {
    let preparation = Preparation()
    engine.whenReadyForRelaxed { preparation.end($0) }
    await preparation.isOver.wait(isolation)
    try Task.checkCancellation()
    if let failure = preparation.failure { throw failure }
  }

  /// Commits, releases the write lock, and suspends until the commit has the configured durability.
  func commitAndSave(_ isolation: isolated (any Actor)?) async throws {
    guard let version = try commitUnwaited() else { return }
    let engine = session.engine
    let failure = await withCheckedContinuation { continuation in
      engine.whenSaved(version) { continuation.resume(returning: $0) }
    }
    if let failure { throw failure }
  }

  /// Commits and releases the write lock. Returns the version whose durability the caller must wait for, or nil if the commit already has
  /// the configured durability.
  func commitUnwaited() throws -> UInt64? {
    let durability = unwaitedDurability
    try commitWrite(durability)
    return rules.durability == .full && durability == .relaxed ? session.version : nil
  }
}

extension LockRequest {
  /// Suspends until the request is signaled or the task is cancelled.
  fileprivate func wait(_ isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in whenFree { continuation.resume() } }
    } onCancel: {
      tell()
    }
  }
}

/// A wait for the next checkpoint, by a task that may be cancelled while it waits.
private final class Preparation: Sendable {
  let isOver = LockRequest()
  private let found = Guarded<StoreError?>(nil)

  var failure: StoreError? { found.withLock { $0 } }

  func end(_ failure: StoreError?) {
    found.withLock { $0 = failure }
    isOver.tell()
  }
}
