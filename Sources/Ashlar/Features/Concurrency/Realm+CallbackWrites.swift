import AshlarStore

extension Realm {
  /// Runs `block` in a write transaction later, where this Realm is, and commits it; returns at once. See `beginAsyncWrite` and
  /// `commitAsyncWrite`.
  ///
  ///     realm.writeAsync { person.age += 1 } onComplete: { error in … }
  ///
  /// The block may end the transaction itself: `onComplete` is then called with nil.
  /// - Parameter onComplete: called where this Realm is, when the commit cannot be lost, or with the error for which nothing was stored.
  /// - Returns: what `cancelAsyncWrite` takes, until the block runs.
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
          Logger.shared.log(.error, "'\(_core.session.engine.path)': an asynchronous write could not begin. \(error)")
        }))
    return id
  }

  /// Runs `block` in a write transaction as soon as nobody else writes, where this Realm is: in a block of its queue, or in code of its actor.
  /// Returns at once, without waiting.
  ///
  /// Blocks of one Realm run in their order, each in a transaction of its own, which begins at the newest version. Within a transaction it may be
  /// called for another one afterwards. Before blocks that have not begun, `write` and `beginWrite` come first.
  ///
  /// The block calls `commitAsyncWrite`, `commitWrite` or `cancelWrite`; what it leaves open is cancelled. Blocks that
  /// wait are dropped, and the log says so, when the Realm is invalidated or nothing refers to it any more.
  ///
  /// Stops the program for Realms of threads and tasks, where nothing can be called later, for frozen and read-only ones, and when the transaction
  /// cannot begin, as `beginWrite` does.
  /// - Returns: what `cancelAsyncWrite` takes, until the block runs.
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

  /// Commits the write transaction, however it was begun, without waiting for the disk. This Realm and others see the changes at once;
  /// a loss of power may take them back until `onComplete` is called.
  ///
  /// Commits share their waits for the disk; each is whole or absent after a loss of power.
  /// - Parameters:
  ///   - allowGrouping: whether commits may share a wait for the disk. They always may, since `onComplete` tells of each when it is stored:
  ///     it makes no difference here.
  ///   - onComplete: called where this Realm is, when what `Configuration.durability` promises holds, or with the error for which
  ///     nothing was stored. A synchronous transaction cannot begin or end in it; `writeAsync` can be called.
  /// - Returns: what `cancelAsyncWrite` takes, for `onComplete` not to be called.
  @discardableResult
  public func commitAsyncWrite(allowGrouping: Bool = false, _ onComplete: (((any Swift.Error)?) -> Void)? = nil) -> AsyncTransactionId {
    _core.requireCallable("commitAsyncWrite")
    guard isInWriteTransaction else { misuse(.noWrite(operation: "commit")) }
    _core.refuseInCompletion("commit")
    return _core.commitLater(onComplete)
  }

  /// Takes back what has not happened: of `beginAsyncWrite` and `writeAsync` the block, of `commitAsyncWrite` the call of `onComplete`, while the
  /// commit stays. Does nothing when it has happened, and inside the block itself.
  public func cancelAsyncWrite(_ asyncTransactionId: AsyncTransactionId) throws {
    _core.checkConfinement("Realm")
    guard let asynchronous = _core.madeAsynchronous else { return }
    asynchronous.blocks.removeAll { $0.id == asyncTransactionId }
    asynchronous.completions.removeValue(forKey: asyncTransactionId)?.cancel()
  }
}
