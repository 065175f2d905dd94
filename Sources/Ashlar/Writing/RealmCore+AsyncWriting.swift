import AshlarStore

// Writing without blocking a thread.
extension _RealmCore {
  /// Stops the program unless the caller is a task in the Realm's confinement.
  func requireTask(_ function: String) {
    checkConfinement("Realm")
    if isFrozen { return }
    switch confinement {
    case .mainQueue, .actor, .task: break
    case .thread, .queue, .pool, .endedThread, .endedMigration: misuse(.notInTask(function: function, opened: confinement.description))
    }
  }

  /// With what a commit is made whose writer waits for the disk later, together with others.
  var unwaitedDurability: CommitDurability {
    let wanted = rules.durability
    guard wanted == .full, session.engine.hasFile, (try? session.engine.check(.relaxed)) != nil else { return wanted }
    return .relaxed
  }

  /// Whether the next commit would wait for the disk on the caller's thread. Others may take the checkpoint away again and again:
  /// after some attempts it does wait.
  func needsPreparation(after attempts: Int) -> Bool {
    attempts < 3 && unwaitedDurability == .relaxed && !session.engine.isReadyForRelaxed
  }

  /// Takes the right to write; suspends while others have it. Throws `CancellationError` when the task is cancelled meanwhile.
  func takeRightToWrite(_ isolation: isolated (any Actor)?) async throws {
    let engine = session.engine
    let holder = session.writeHolder
    // A task alone could end its own write, and it waits here. Of an actor others may run meanwhile.
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

  /// Commits, gives the right back, and suspends until the commit cannot be lost.
  func commitAndSave(_ isolation: isolated (any Actor)?) async throws {
    guard let version = try commitUnwaited() else { return }
    let engine = session.engine
    let failure = await withCheckedContinuation { continuation in
      engine.whenSaved(version) { continuation.resume(returning: $0) }
    }
    if let failure { throw failure }
  }

  /// Commits, and gives the right back: the version to wait for, nil when there is nothing to wait for.
  func commitUnwaited() throws -> UInt64? {
    let durability = unwaitedDurability
    try commitWrite(durability)
    return rules.durability == .full && durability == .relaxed ? session.version : nil
  }
}

extension LockRequest {
  /// Suspends until it is told, or the task is cancelled.
  fileprivate func wait(_ isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in whenFree { continuation.resume() } }
    } onCancel: {
      tell()
    }
  }
}

/// Whose task may be cancelled while it waits.
private final class Preparation: Sendable {
  let isOver = LockRequest()
  private let found = Guarded<StoreError?>(nil)

  var failure: StoreError? { found.withLock { $0 } }

  func end(_ failure: StoreError?) {
    found.withLock { $0 = failure }
    isOver.tell()
  }
}
