import AshlarStore

// Writing without blocking a thread.
extension _RealmCore {
  /// Stops the program unless the caller is a task in the Realm's confinement.
  func requireTask(_ function: String) {
    checkConfinement("Realm")
    if isFrozen { return }
    switch confinement {
    case .mainQueue, .actor, .task: break
    case .thread, .queue, .endedThread, .endedMigration: misuse(.notInTask(function: function, opened: confinement.description))
    }
  }

  /// What a commit does before its task waits.
  private var unwaitedDurability: CommitDurability {
    let wanted = configuration.commitDurability
    guard wanted == .full, session.engine.hasFile, (try? session.engine.check(.relaxed)) != nil else { return wanted }
    return .relaxed
  }

  /// Takes the right to write; suspends while others have it.
  func takeRightToWrite(_ isolation: isolated (any Actor)?) async throws {
    let engine = session.engine
    let holder = session.writeHolder
    try Task.checkCancellation()
    if unwaitedDurability == .relaxed, !engine.isReadyForRelaxed {
      let failure = await withCheckedContinuation { continuation in
        engine.whenReadyForRelaxed { continuation.resume(returning: $0) }
      }
      if let failure { throw failure }
    }
    // A task alone could end its own write, and it waits here. Of an actor others may run meanwhile.
    var refusesOwn = false
    if case .task = confinement { refusesOwn = true }
    var attempt = 0
    while true {
      let request = LockRequest()
      if try engine.requestLock(request, for: holder, attempt: attempt, refusesOwn: refusesOwn) { return }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in request.whenFree { continuation.resume() } }
      } onCancel: {
        request.tell()
      }
      if Task.isCancelled {
        engine.withdraw(request)
        throw CancellationError()
      }
      attempt += 1
    }
  }

  /// Commits, gives the right back, and suspends until the commit cannot be lost.
  func commitAndSave(_ isolation: isolated (any Actor)?) async throws {
    let durability = unwaitedDurability
    try commitWrite(durability)
    guard configuration.commitDurability == .full, durability == .relaxed else { return }
    let (engine, version) = (session.engine, session.version)
    let failure = await withCheckedContinuation { continuation in
      engine.whenSaved(version) { continuation.resume(returning: $0) }
    }
    if let failure { throw failure }
  }
}
