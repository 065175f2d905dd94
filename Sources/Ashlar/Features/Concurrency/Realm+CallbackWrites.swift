import AshlarStore

extension Realm {
  /// Schedules a write transaction that runs `block` in this Realm's confinement and then commits; returns immediately. See
  /// `beginAsyncWrite` and `commitAsyncWrite` for details.
  ///
  /// ```swift
  /// realm.writeAsync {
  ///   person.age += 1
  /// } onComplete: { error in
  ///   print(error.map { "Not stored: \($0)" } ?? "Stored")
  /// }
  /// ```
  ///
  /// The block may end the transaction itself; `onComplete` is then called with nil. See the guide, *Threads, actors and tasks*.
  /// - Parameter onComplete: Called in this Realm's confinement, with nil when the guarantee of `Configuration.durability` holds, or with
  ///   the error that prevented the changes from being stored.
  /// - Returns: The identifier that `cancelAsyncWrite` accepts until the block runs.
  @discardableResult
  public func writeAsync(_ block: @escaping () -> Void, onComplete: (((any Swift.Error)?) -> Void)? = nil) -> AsyncTransactionId {
    _core.requireCallable("writeAsync")
    let id = _core.asynchronous.makeId()
    _core.runLater(
      .init(
        id: id, run: block,
        end: { [unowned _core] in
          if _core.session.isWriting { _ = _core.commitLater(onComplete) } else { onComplete?(nil) }
        },
        fail: { [unowned _core] error in
          if let onComplete { return onComplete(error) }
          let engine = _core.session.engine
          Logger.shared.log(
            .error,
            "'\(engine.path)': an asynchronous write could not begin. \(Logger.text(of: error, isEncrypted: engine.isEncrypted))")
        }))
    return id
  }

  /// Schedules `block` to run in a write transaction as soon as no other writer holds the lock, in this Realm's confinement: in a block on
  /// its queue, or in code isolated to its actor. Returns immediately.
  ///
  /// ```swift
  /// realm.beginAsyncWrite {
  ///   person.age += 1
  ///   realm.commitAsyncWrite()
  /// }
  /// ```
  ///
  /// Blocks of one Realm run in the order of the calls, each in a separate transaction, which begins at the newest version. A call inside a
  /// transaction schedules another transaction, which begins after the current one has ended. A transaction of `write` or `beginWrite`
  /// begins before blocks that are still waiting.
  ///
  /// The block calls `commitAsyncWrite`, `commitWrite` or `cancelWrite`; a transaction that it leaves open is cancelled. Waiting blocks are
  /// dropped, with a log message, when the Realm is invalidated or deallocated.
  ///
  /// Stops the program for Realms of threads and tasks, where no code can be scheduled, for frozen and read-only Realms, and, as
  /// `beginWrite` does, if the transaction cannot begin.
  /// - Returns: The identifier that `cancelAsyncWrite` accepts until the block runs.
  @discardableResult
  public func beginAsyncWrite(_ asyncWriteBlock: @escaping () -> Void) -> AsyncTransactionId {
    _core.requireCallable("beginAsyncWrite")
    let id = _core.asynchronous.makeId()
    _core.runLater(
      .init(
        id: id, run: asyncWriteBlock,
        end: { [unowned _core] in if _core.session.isWriting { _core.cancelWrite() } },
        fail: { misuse(.writeRefused("\($0)")) }))
    return id
  }

  /// Commits the write transaction, however it was begun, usually without waiting for the disk; see `Configuration.Durability.relaxed`. The
  /// changes are visible to this Realm and to other Realms immediately; a loss of power may undo them until `onComplete` is called. Stops
  /// the program outside a write transaction, and for Realms of threads and tasks.
  ///
  /// ```swift
  /// realm.beginWrite()
  /// person.age += 1
  /// realm.commitAsyncWrite { error in print(error.map { "\($0)" } ?? "Stored") }
  /// ```
  ///
  /// Commits share their waits for the disk; after a loss of power, each is present completely or not at all.
  /// - Parameters:
  ///   - allowGrouping: Has no effect: commits may always share a wait for the disk, because `onComplete` reports each commit when it is
  ///     stored.
  ///   - onComplete: Called in this Realm's confinement, with nil when the guarantee of `Configuration.durability` holds, or with the error
  ///     that prevented the changes from being stored. The closure cannot begin or end a synchronous transaction, but may call
  ///     `writeAsync`.
  /// - Returns: The identifier with which `cancelAsyncWrite` prevents the call of `onComplete`.
  @discardableResult
  public func commitAsyncWrite(allowGrouping: Bool = false, _ onComplete: (((any Swift.Error)?) -> Void)? = nil) -> AsyncTransactionId {
    _core.requireCallable("commitAsyncWrite")
    guard isInWriteTransaction else { misuse(.noWrite(operation: "commit")) }
    _core.refuseInCompletion("commit")
    return _core.commitLater(onComplete)
  }

  /// Cancels a block of `beginAsyncWrite` or `writeAsync` that has not begun, or the call of `onComplete` after `commitAsyncWrite`; the
  /// commit itself remains. Has no effect if the block has begun or `onComplete` has been called. This function throws no error; the
  /// declaration has `throws` as in RealmSwift.
  ///
  /// ```swift
  /// let id = realm.writeAsync { person.age += 1 }
  /// try realm.cancelAsyncWrite(id)
  /// ```
  public func cancelAsyncWrite(_ asyncTransactionId: AsyncTransactionId) throws {
    _core.checkConfinement("Realm")
    guard let asynchronous = _core.madeAsynchronous else { return }
    asynchronous.blocks.removeAll { $0.id == asyncTransactionId }
    asynchronous.completions.removeValue(forKey: asyncTransactionId)?.cancel()
  }
}
