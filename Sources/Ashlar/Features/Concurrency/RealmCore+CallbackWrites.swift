import AshlarStore
import Dispatch

// Writes whose blocks are called later, where the Realm is. One turn at a time: it runs in the Realm's confinement, tries to take the right
// to write, and runs the first block there; when others have the right it lines up, and the next turn comes when it is told.
//
// Invariant: while `blocks` has any, `isRequested`: a turn is scheduled, or lines up. A request that was told is asked again, or withdrawn, by
// the turn that it leads to, also when the Realm or its actor is gone.
extension _RealmCore {
  /// Stops the program unless blocks can be called later where the Realm is.
  func requireCallable(_ function: String) {
    checkConfinement("Realm")
    if let refusal = refusal("perform transactions") { misuse(refusal) }
    if !confinement.canSchedule { misuse(.notCallable(function: function, opened: confinement.description)) }
  }

  /// The signal of a Realm whose blocks are called later: `requireCallable` was called before.
  var bellOfCalls: CommitSignal {
    guard let signal else { preconditionFailure("blocks are called later where turns can be taken") }
    return signal
  }

  /// Lines up a block.
  func runLater(_ block: AsynchronousWrites.Block) {
    asynchronous.blocks.append(block)
    if asynchronous.isRequested { return }
    asynchronous.isRequested = true
    scheduleTurn(nil)
  }

  /// - Parameter request: what was told, and is asked again in the turn.
  private func scheduleTurn(_ request: LockRequest?, failure: StoreError? = nil) {
    _RealmCore.schedule(Turn(self), confinement, request, failure)
  }

  // On any thread.
  private static func schedule(_ turn: Turn, _ confinement: Confinement, _ request: LockRequest?, _ failure: StoreError?) {
    let isScheduled = confinement.schedule {
      if let core = turn.core { core.takeTurn(request, failure) } else { turn.withdraw(request) }
    }
    if !isScheduled { turn.withdraw(request) }
  }

  private func takeTurn(_ told: LockRequest?, _ failure: StoreError?) {
    let asynchronous = asynchronous
    asynchronous.request = nil
    let engine = session.engine
    guard let block = asynchronous.blocks.first else {
      asynchronous.isRequested = false
      if let told { engine.withdraw(told) }
      return
    }
    checkConfinement("Realm")
    if let failure { return endTurn(block) { block.fail(Realm.Error.wrapping(failure)) } }
    if needsPreparation(after: asynchronous.preparations) {
      if let told { engine.withdraw(told) }
      return prepareTurn(engine)
    }
    let request = LockRequest()
    do {
      guard try engine.requestLock(request, for: session.writeHolder, attempt: asynchronous.attempt, refusesOwn: false) else {
        asynchronous.attempt += 1
        asynchronous.request = request
        let (turn, confinement) = (Turn(self), confinement)
        request.whenFree { _RealmCore.schedule(turn, confinement, request, nil) }
        return
      }
    } catch {
      return endTurn(block) { block.fail(Realm.Error.wrapping(error)) }
    }
    // Who had the right before may have taken the checkpoint away.
    if needsPreparation(after: asynchronous.preparations) {
      engine.unlockForWriting()
      return prepareTurn(engine)
    }
    endTurn(block) { runInWrite(block) }
  }

  // The turn comes again when the commit will not wait for the disk.
  private func prepareTurn(_ engine: any StorageEngine) {
    asynchronous.preparations += 1
    let (turn, confinement) = (Turn(self), confinement)
    engine.whenReadyForRelaxed { _RealmCore.schedule(turn, confinement, nil, $0) }
  }

  // Runs what the turn is for, and sees to the next one.
  private func endTurn(_ block: AsynchronousWrites.Block, _ body: () -> Void) {
    let asynchronous = asynchronous
    asynchronous.blocks.removeFirst()
    (asynchronous.attempt, asynchronous.preparations) = (0, 0)
    asynchronous.running += 1
    body()
    asynchronous.running -= 1
    if asynchronous.blocks.isEmpty {
      asynchronous.isRequested = false
    } else {
      scheduleTurn(nil)
    }
  }

  private func runInWrite(_ block: AsynchronousWrites.Block) {
    do {
      try beginWrite(hasLock: true)
    } catch {
      return block.fail(Realm.Error.wrapping(error))
    }
    block.run()
    block.end()
  }

  // MARK: - Committing

  /// Commits at once; `onComplete` is called, where the Realm is, when the commit cannot be lost, or with what went wrong.
  func commitLater(_ onComplete: (((any Error)?) -> Void)?) -> AsyncTransactionId {
    let asynchronous = asynchronous
    let id = asynchronous.makeId()
    let completion = CommitCompletion(self, bellOfCalls, id, onComplete)
    asynchronous.completions[id] = completion
    asynchronous.running += 1
    do {
      if let refusal = refusalError {
        cancelWrite()
        throw refusal
      }
      guard let version = try commitUnwaited() else {
        completion.schedule(nil)
        return id
      }
      session.engine.whenSaved(version) { completion.schedule($0.map { Realm.Error.wrapping($0) }) }
    } catch {
      completion.schedule(Realm.Error.wrapping(error))
    }
    return id
  }
}

/// A Realm that is to take a turn, and its file. What waits for the turn retains neither of them, so that a file can be closed before.
private struct Turn: Sendable {
  private let signal: CommitSignal
  private weak let engine: (any StorageEngine)?

  init(_ core: _RealmCore) {
    signal = core.bellOfCalls
    engine = core.session.engine
  }

  /// Nil once the Realm is gone; used where that is.
  var core: _RealmCore? { signal.instance }

  /// Called when the Realm is deallocated: passes its turn to the next request. No request waits for a closed file.
  func withdraw(_ request: LockRequest?) { if let request { engine?.withdraw(request) } }
}
