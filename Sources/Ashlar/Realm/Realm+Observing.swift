import AshlarStore

extension Realm {
  /// Calls a block with `.didChange` whenever this Realm has moved to a different version, or has committed a write, even one without
  /// changes. The call is immediate: inside `commitWrite`, `refresh`, the beginning of a write, or an automatic advance. If `autorefresh`
  /// is false, the Realm does not advance automatically; the block is called with `.refreshRequired` instead.
  ///
  /// ```swift
  /// let token = realm.observe { notification, realm in
  ///   if notification == .didChange { print(realm.objects(Person.self).count) }
  /// }
  /// ```
  ///
  /// The block does not receive the changes; use `observe` of objects and collections for that. Changes that a block makes do not cause
  /// further calls. Stops the program if the Realm is frozen, read-only, or in a write that has changed something. See the guide,
  /// *Observing*.
  /// - Returns: A token, which retains the Realm. Releasing the token ends the observation.
  public func observe(_ block: @escaping NotificationBlock) -> NotificationToken {
    _core.requireObservable()
    let registration = Registration()
    let core = _core
    core.observerTable().blocks.add(registration, at: core) { [unowned core] in block($0, Realm(core)) }
    return NotificationToken(registration)
  }

  /// Whether a Realm of the main queue, a serial queue or an actor advances automatically, in a separate job of the queue or actor, after
  /// another instance or process has committed. Initially true, and reset to true when the instance is deallocated.
  ///
  /// ```swift
  /// realm.autorefresh = false  // Stay at this version until `refresh()`.
  /// ```
  ///
  /// Has no effect on a Realm that is confined to a thread or a task, on which no code can be scheduled: call `refresh()` instead. False
  /// for a frozen Realm, for which setting it to true stops the program.
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

  /// Runs `block` in a write transaction, as `write(_:)` does, without notifying the observers of the given tokens. Pass the tokens of code
  /// that already displays the changes that it writes.
  ///
  /// ```swift
  /// try realm.write(withoutNotifying: [token]) { person.name = field.text }
  /// ```
  ///
  /// Commits of other instances, to which the Realm advances at the beginning of the write, are delivered to all observers. Throws the
  /// block's error after cancelling the write, or `Realm.Error` if the transaction cannot begin or the commit fails. See the guide,
  /// *Observing*.
  /// - Parameter tokens: Tokens of this Realm, its objects and its collections, also those of `observe(on:)` with the queue of this Realm;
  ///   other tokens stop the program. Tokens whose observation has ended are ignored.
  @discardableResult
  public func write<Result>(withoutNotifying tokens: [NotificationToken], _ block: () throws -> Result) throws -> Result {
    _core.checkPlace("Realm")
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

  /// Commits as `commitWrite()` does, without notifying the observers of the given tokens. See `write(withoutNotifying:_:)`.
  public func commitWrite(withoutNotifying tokens: [NotificationToken]) throws {
    _core.checkConfinement("Realm")
    _core.requireOwn(tokens)
    try _commit(withoutNotifying: tokens)
  }
}

extension _RealmCore {
  /// Stops the program if this Realm cannot be observed in its current state.
  func requireObservable() {
    if isFrozen { misuse(.observedFrozen) }
    checkConfinement("Realm")
    if rules.isReadOnly { misuse(.observedReadOnly) }
    if session.hasPendingChanges { misuse(.observedInWrite) }
  }

  fileprivate func requireOwn(_ tokens: [NotificationToken]) {
    for registration in tokens.map(\.registration) {
      // After `observe(on:)` with this Realm's queue, a block that has yet to run begins the observation. A commit can skip only an
      // observation that has begun.
      registration.beginEarly(in: confinement)
      if registration.isActive, !registration.isTold(by: self) { misuse(.skippedElsewhere) }
    }
  }
}
