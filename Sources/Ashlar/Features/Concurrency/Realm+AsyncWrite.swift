import AshlarStore

extension Realm {
  /// Runs `block` in a write transaction and commits it without blocking a thread: the task is suspended while other writers hold the lock,
  /// and until the commit has the durability of the configuration. Commits of several tasks share one wait for the disk.
  ///
  /// ```swift
  /// try await realm.asyncWrite { person.age += 1 }
  /// ```
  ///
  /// The block runs in the caller's isolation and cannot suspend. The Realm first advances to the newest version. If the block throws, its
  /// changes are discarded and the error is rethrown. The block may end the transaction itself.
  ///
  /// When this function returns, the guarantee of `Configuration.durability` holds. With `.full`, the commit is visible to other Realms
  /// slightly before the function returns, and a loss of power in between can undo it.
  ///
  /// Throws `CancellationError`, without running the block, if the task is cancelled before it has acquired the write lock; a later
  /// cancellation has no effect. Throws `Realm.Error` if the Realm is frozen or read-only, if the transaction cannot begin, or if the
  /// changes cannot be stored; no change is then visible. The exception is a failure of the wait for the disk: the commit is then visible
  /// although this function throws, and no write is possible until the file is opened again.
  ///
  /// Stops the program for Realms of threads and of queues other than the main queue: use `write` there. See the guide, *Threads, actors
  /// and tasks*.
  /// - Parameter _isolation: The isolation of the caller. Omit it.
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
      throw _core.wrapping(error)
    }
    return result
  }

  /// Whether an asynchronous write of this Realm is waiting, running or being stored.
  public var isPerformingAsynchronousWriteOperations: Bool {
    _core.checkConfinement("Realm")
    return _core.madeAsynchronous?.isBusy ?? false
  }

  /// Advances to the newest version and returns whether there was a newer one. Does nothing and returns false for frozen and read-only
  /// Realms, inside a write or a notification, or if the task has been cancelled.
  ///
  /// ```swift
  /// if await realm.asyncRefresh() { print(realm.objects(Person.self).count) }
  /// ```
  ///
  /// In all other cases, this function is equivalent to `refresh()`, which does not wait in Ashlar. Stops the program for Realms of threads
  /// and of queues other than the main queue.
  /// - Parameter _isolation: The isolation of the caller. Omit it.
  @discardableResult
  public func asyncRefresh(_isolation: isolated (any Actor)? = #isolation) async -> Bool {
    _core.requireTask("asyncRefresh")
    return isFrozen || _core.configuration.readOnly || Task.isCancelled ? false : refresh()
  }
}
