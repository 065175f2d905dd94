import AshlarStore

extension Realm {
  /// Runs `block` in a write transaction and commits it, without blocking a thread meanwhile: the task is suspended while others write,
  /// and until the commit cannot be lost. Many tasks' commits share one wait for the disk.
  ///
  ///     try await realm.asyncWrite { person.age += 1 }
  ///
  /// The block runs where the caller is, and cannot suspend. Before it, the Realm moves to the newest version. When it throws, its
  /// changes are cancelled and the error is rethrown. It may end the transaction itself.
  ///
  /// What `Configuration.durability` promises holds when this returns. With `.full` others see the commit a moment before: a loss of power in
  /// between takes it back. A task that is cancelled while it waits for others throws `CancellationError`, and the block does not run;
  /// later, cancelling has no effect.
  ///
  /// Throws `Realm.Error` when the data cannot be stored: nothing of it is then visible. Only when the wait for the disk fails, after the
  /// commit, is it visible although this throws; writing then ends until the file is opened again.
  ///
  /// Stops the program for Realms of threads and of queues other than the main one: `write` serves them.
  /// - Parameter _isolation: who the caller is; left out.
  @discardableResult
  public func asyncWrite<R>(_isolation: isolated (any Actor)? = #isolation, _ block: () throws -> R) async throws -> R {
    _core.requireTask("asyncWrite")
    if let refusal = _core.refusal("perform transactions") {
      throw Realm.Error(.fail, refusal.description, fileURL: _core.configuration.fileURL)
    }
    _core.asynchronous.running += 1
    defer { _core.asynchronous.running -= 1 }
    do {
      try await _core.takeRightToWrite(_isolation)
      try _core.beginWrite(hasLock: true)
    } catch {
      throw Realm.Error.wrapping(error)
    }
    let result: R
    do {
      result = try block()
    } catch {
      if isInWriteTransaction { cancelWrite() }
      throw error
    }
    guard isInWriteTransaction else { return result }
    if let refusal = _core.refusalError {
      cancelWrite()
      throw refusal
    }
    do {
      try await _core.commitAndSave(_isolation)
    } catch {
      throw Realm.Error.wrapping(error)
    }
    return result
  }

  /// Whether an asynchronous write of this Realm waits, runs or is being stored.
  public var isPerformingAsynchronousWriteOperations: Bool {
    _core.checkConfinement("Realm")
    return _core.madeAsynchronous?.isBusy ?? false
  }

  /// Advances to the newest version; true when there was a newer one. False for frozen and read-only Realms, inside a write, and
  /// when the task was cancelled.
  ///
  /// It does what `refresh()` does: that does not wait for anything here.
  /// - Parameter _isolation: who the caller is; left out.
  @discardableResult
  public func asyncRefresh(_isolation: isolated (any Actor)? = #isolation) async -> Bool {
    _core.requireTask("asyncRefresh")
    return isFrozen || _core.configuration.readOnly || Task.isCancelled ? false : refresh()
  }
}
