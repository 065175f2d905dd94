import AshlarStore

extension Realm {
  /// Whether a write transaction is open on this instance; never of a frozen Realm.
  public var isInWriteTransaction: Bool { _core.session.isWriting }

  /// Runs `block` in a write transaction and commits it; waits for other writers. When the block throws, its changes are
  /// cancelled and the error is rethrown. The block may end the transaction itself.
  ///
  /// Throws what the block throws, and `Realm.Error` when the data cannot be stored; none of it is then visible.
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

  /// Begins a write transaction; waits for other writers, and advances to the newest version.
  ///
  /// The transaction belongs to the Realm of this place and these types, not to the variable: any equal Realm may change
  /// objects, commit and cancel, also one that is opened after this one is gone. It is cancelled when its thread
  /// ends; on a queue other than the main one, in an actor and in a task when nothing refers to the Realm any more. A writer that waits longer than three seconds logs who holds the transaction that it waits for.
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

  /// Stores the changes of the write transaction. Throws `Realm.Error` when that fails, or when `create` was given a value too
  /// large to store (`.invalidInput`); the transaction is then cancelled.
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
      throw Realm.Error.wrapping(error)
    }
  }

  /// Discards the changes of the write transaction. Objects added in it become invalid for good.
  public func cancelWrite() {
    _core.checkConfinement("Realm")
    guard isInWriteTransaction else { misuse(.noWrite(operation: "cancel")) }
    _core.refuseInCompletion("cancel")
    _core.cancelWrite()
  }
}
