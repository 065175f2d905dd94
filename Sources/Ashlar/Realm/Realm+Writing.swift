import AshlarStore

extension Realm {
  /// Whether a write transaction is open on this instance. Always false for a frozen Realm.
  public var isInWriteTransaction: Bool { _core.session.isWriting }

  /// Runs `block` in a write transaction and commits it. Waits for other writers.
  ///
  /// ```swift
  /// try realm.write {
  ///   realm.create(Person.self, value: ["name": "Ada", "age": 36])
  /// }
  /// ```
  ///
  /// The block may end the transaction itself. A write inside a write stops the program. Throws the block's error after cancelling the
  /// write, or `Realm.Error` if the transaction cannot begin or the data cannot be stored; none of the changes then becomes visible, unless
  /// the block has committed them. For errors after the changes were committed, see `commitWrite()`; see also the guide, *Writing*.
  @discardableResult
  public func write<Result>(_ block: () throws -> Result) throws -> Result {
    try _begin()
    let result: Result
    do {
      result = try block()
    } catch {
      if isInWriteTransaction { cancelWrite() }
      throw error
    }
    if isInWriteTransaction { try commitWrite() }
    return result
  }

  /// Begins a write transaction. Waits for other writers, and advances to the newest version.
  ///
  /// ```swift
  /// realm.beginWrite()
  /// person.age += 1
  /// try realm.commitWrite()
  /// ```
  ///
  /// The transaction belongs to the Realm of this confinement and these types, not to the variable: any equal Realm may change objects,
  /// commit and cancel, even one that is opened after this one has been released. The transaction is cancelled when its thread ends; on a
  /// queue other than the main queue, in an actor and in a task, it is cancelled when the Realm is deallocated. A writer that waits for
  /// more than three seconds logs which Realm has the open transaction, and how long it has been open.
  ///
  /// Stops the program if the transaction cannot begin; `write(_:)` throws instead. See the guide, *Writing*.
  public func beginWrite() {
    if let refusal = _core.refusal("perform transactions") { misuse(refusal) }
    do { try _begin() } catch { misuse(.writeRefused("\(error)")) }
  }

  func _begin() throws {
    _core.checkPlace("Realm")
    do { try _core.takeVersion() } catch { throw Realm.Error.wrapping(error) }
    _core.checkConfinement("Realm")
    if let refusal = _core.refusal("perform transactions") {
      throw Realm.Error(.fail, refusal.description, fileURL: _core.configuration.fileURL)
    }
    if isInWriteTransaction { misuse(.nestedWrite) }
    _core.refuseInCompletion("begin")
    do { try _core.beginWrite() } catch { throw Realm.Error.wrapping(error) }
  }

  /// Commits the write transaction.
  ///
  /// ```swift
  /// realm.beginWrite()
  /// realm.add(person)
  /// try realm.commitWrite()
  /// ```
  ///
  /// If the changes cannot be stored, cancels the transaction and throws `Realm.Error`; its code is `.invalidInput` if `create` received
  /// data that cannot be stored, `.ruleViolated` if the changes break rules of the schema, which `violations` then lists, and `.outboxFull`
  /// if the outbox has reached a limit. The function also throws if the changes were committed, but the new version cannot be read: the
  /// Realm then stays at the version before the write until `refresh()`. It also throws if a sync that several commits share has failed:
  /// the changes are then visible, but a loss of power may undo them. Stops the program outside a write.
  public func commitWrite() throws {
    _core.checkConfinement("Realm")
    try _commit(withoutNotifying: [])
  }

  func _commit(withoutNotifying tokens: [NotificationToken]) throws {
    guard isInWriteTransaction else { misuse(.noWrite(operation: "commit")) }
    _core.refuseInCompletion("commit")
    if let refusal = _core.refusalError {
      cancelWrite()
      throw refusal
    }
    do {
      try _core.commitWrite(withoutNotifying: tokens)
    } catch {
      throw _core.wrapping(error)
    }
  }

  /// Discards the changes of the write transaction. Objects that were added in it become permanently invalid.
  ///
  /// ```swift
  /// realm.beginWrite()
  /// person.name = "Grace"
  /// realm.cancelWrite()  // The name is as before.
  /// ```
  ///
  /// Stops the program outside a write.
  public func cancelWrite() {
    _core.checkConfinement("Realm")
    guard isInWriteTransaction else { misuse(.noWrite(operation: "cancel")) }
    _core.refuseInCompletion("cancel")
    _core.cancelWrite()
  }
}
