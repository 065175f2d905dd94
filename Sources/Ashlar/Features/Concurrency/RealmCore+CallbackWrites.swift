import AshlarStore
import Dispatch

// Writes whose blocks are called later, in the Realm's confinement. One scheduled call in the confinement, a *turn*, tries to acquire the
// write lock and runs the oldest waiting block. If another writer holds the lock, the turn queues a request, and the next turn is scheduled
// when the request is signaled. Turns run one at a time.
//
// Invariant: while `blocks` is not empty, `isRequested` is true: a turn is scheduled, or waits for a prepared checkpoint, or its request is
// queued. After a request is signaled, the turn that is scheduled for it requests the lock again or withdraws the request, even if the
// Realm or its actor has been deallocated.
extension _RealmCore {
  /// Stops the program if the Realm cannot be written to or its confinement cannot run scheduled code.
  func requireCallable(_ function: String) {
    checkConfinement("Realm")
    if let refusal = refusal("perform transactions") { misuse(refusal) }
    if !confinement.canSchedule { misuse(.notCallable(function: function, opened: confinement.description)) }
  }

  /// The Realm's signal. Requires a previous call of `requireCallable`, which ensures that the Realm has a signal.
  var signalOfCalls: CommitSignal {
    guard let signal else { preconditionFailure("blocks are called later where turns can be taken") }
    return signal
  }

  /// Appends a block, and schedules a turn if necessary.
  func runLater(_ block: AsynchronousWrites.Block) {
    asynchronous.blocks.append(block)
    if asynchronous.isRequested { return }
    asynchronous.isRequested = true
    scheduleTurn()
  }

  private func scheduleTurn() { _RealmCore.schedule(Turn(self), confinement, nil, nil) }

  // Called on any thread. `request` is the request that was signaled; the turn requests the lock again.
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
    // The previous holder of the lock may have used up the prepared checkpoint.
    if needsPreparation(after: asynchronous.preparations) {
      engine.unlockForWriting()
      return prepareTurn(engine)
    }
    endTurn(block) { runInWrite(block) }
  }

  // Schedules the turn again once a commit need not wait for the disk. If preparing the checkpoint fails, schedules the turn with the
  // error; the turn then calls the block's `fail` instead of its `run`.
  private func prepareTurn(_ engine: any StorageEngine) {
    asynchronous.preparations += 1
    let (turn, confinement) = (Turn(self), confinement)
    engine.whenReadyForRelaxed { _RealmCore.schedule(turn, confinement, nil, $0) }
  }

  // Ends the turn of `block` by running `body`, and schedules the next turn if further blocks are waiting.
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
      scheduleTurn()
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

  /// Commits immediately. Calls `onComplete` later, in the Realm's confinement, with nil once the commit has the configured durability, or
  /// with the error. Returns the identifier with which `cancelAsyncWrite` prevents the call.
  func commitLater(_ onComplete: (((any Error)?) -> Void)?) -> AsyncTransactionId {
    let asynchronous = asynchronous
    let id = asynchronous.makeId()
    let completion = CommitCompletion(self, signalOfCalls, id, onComplete)
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
      completion.schedule(wrapping(error))
    }
    return id
  }
}

/// A pending turn of a Realm. It retains neither the Realm nor its file, so that the file can be closed before the turn runs.
private struct Turn: Sendable {
  private let signal: CommitSignal
  private weak let engine: (any StorageEngine)?

  init(_ core: _RealmCore) {
    signal = core.signalOfCalls
    engine = core.session.engine
  }

  /// The Realm, for use in its confinement; nil once it is deallocated.
  var core: _RealmCore? { signal.instance }

  /// Withdraws a request that no turn will process, so that the next request is served. Does nothing if the file has been closed, because
  /// no request waits for a closed file.
  func withdraw(_ request: LockRequest?) { if let request { engine?.withdraw(request) } }
}
