import AshlarStore

extension Realm {
  /// Calls a block with every new version that this Realm reads, at once: inside of `commitWrite`, `refresh` and the beginning of a write. What
  /// changed is not told; see `observe` of objects and collections. Changes that the block makes call no block.
  ///
  /// - Returns: A token to be kept as long as the block is to be called. It keeps the Realm.
  public func observe(_ block: @escaping NotificationBlock) -> NotificationToken {
    _core.requireObservable()
    let registration = Registration()
    let core = _core
    core.observerTable().blocks.add(registration, at: core) { [unowned core] in block($0, Realm(core)) }
    return NotificationToken(registration)
  }

  /// Whether a Realm of the main queue, a serial queue or an actor moves to the newest version by itself, in a turn of its own after another
  /// instance or another process has committed. True at first; of a Realm of a thread or a task, where nothing can be run, it has no effect:
  /// `refresh()` moves it. False for a frozen Realm, of which it cannot be set. It is forgotten with the instance.
  public var autorefresh: Bool {
    get { !isFrozen && _core.delivery?.autorefreshes ?? true }
    nonmutating set {
      if isFrozen {
        if newValue { misuse(.frozenAutorefresh) }
        return
      }
      _core.checkConfinement("Realm")
      _core.madeDelivery.autorefreshes = newValue
      if newValue { _core.signal?.send() }
    }
  }

  /// Runs `block` in a write transaction, as `write(_:)`, of which some tokens are not told: those of a program's part that knows what it
  /// writes and has shown it already.
  ///
  /// All observers are notified of other commits that beginning the write advances to.
  /// - Parameter tokens: of this Realm, and of its objects and collections; others stop the program. Ended ones are left out.
  @discardableResult
  public func write<Result>(withoutNotifying tokens: [NotificationToken], _ block: () throws -> Result) throws -> Result {
    _core.requireOwn(tokens)
    try _begin()
    let result: Result
    do {
      result = try block()
    } catch {
      if isInWriteTransaction { cancelWrite() }
      throw error
    }
    if isInWriteTransaction { try commitWrite(withoutNotifying: tokens) }
    return result
  }

  /// Commits as `commitWrite()`, without telling some tokens. See `write(withoutNotifying:_:)`.
  public func commitWrite(withoutNotifying tokens: [NotificationToken]) throws {
    _core.checkConfinement("Realm")
    _core.requireOwn(tokens)
    try _commit(withoutNotifying: tokens)
  }
}

extension _RealmCore {
  /// Stops the program unless this can be observed here and now.
  func requireObservable() {
    if isFrozen { misuse(.observedFrozen) }
    checkConfinement("Realm")
    if rules.isReadOnly { misuse(.observedReadOnly) }
    if session.hasPendingChanges { misuse(.observedInWrite) }
  }

  fileprivate func requireOwn(_ tokens: [NotificationToken]) {
    if tokens.contains(where: { $0.registration.isActive && !$0.registration.isTold(by: self) }) { misuse(.skippedElsewhere) }
  }
}
