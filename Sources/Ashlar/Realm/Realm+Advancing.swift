import AshlarStore

extension Realm {
  /// Advances to the newest version and tells observers what changed; true when there was a newer one, and after `invalidate()`. Always
  /// false inside a write and inside a notification, for a frozen Realm, and once another process has migrated the file to tables that this
  /// Realm does not know: it then stays at its version, and `write` throws `.schemaMismatch`. Stops the program for a read-only Realm.
  @discardableResult
  public func refresh() -> Bool {
    let (wasReleased, before) = (_core.session.isReleased, _core.session.version)
    _core.checkConfinement("Realm")
    if _core.configuration.readOnly, !isFrozen { misuse(.readOnlyRefresh) }
    if isInWriteTransaction || _core.isNotifying { return false }
    let hasMoved = _core.advance()
    _core.observers?.tell()
    return hasMoved || wasReleased || _core.session.version != before
  }

  /// Invalidates every object and collection of this instance, cancels an open write, and releases the version that was read:
  /// the next use of the Realm reads the newest one. Does nothing while observers of this Realm are called. A frozen Realm is closed: from then on,
  /// reading anything from it stops the program. No other thread may be reading during the call.
  public func invalidate() {
    _core.invalidate()
  }
}
