import AshlarStore

extension Realm {
  /// Advances to the newest version and notifies observers. Returns whether there was a newer version; also true after `invalidate()`.
  ///
  /// ```swift
  /// let people = realm.objects(Person.self)
  /// if realm.refresh() { print(people.count) }
  /// ```
  ///
  /// Does nothing and returns false inside a write, inside a notification, and for a frozen Realm. It also returns false if another process
  /// has migrated the file to tables that this Realm's schema does not contain: the Realm then stays at its version, and `write` throws
  /// `.schemaMismatch`. Stops the program for a read-only Realm. See the guide, *Threads, actors and tasks*.
  @discardableResult
  public func refresh() -> Bool {
    // `checkConfinement` acquires the newest version if the Realm has released its version, so the state before it is read first.
    _core.checkPlace("Realm")
    let (wasReleased, before) = (_core.session.isReleased, _core.session.version)
    _core.checkConfinement("Realm")
    if _core.configuration.readOnly, !isFrozen { misuse(.readOnlyRefresh) }
    if isInWriteTransaction || _core.isNotifying { return false }
    let hasMoved = _core.advance()
    _core.observers?.tell()
    return hasMoved || wasReleased || _core.session.version != before
  }

  /// Invalidates all objects and collections of this instance, cancels an open write, and releases the version that was read; the next use
  /// of the Realm reads the newest version.
  ///
  /// ```swift
  /// realm.invalidate()
  /// print(realm.objects(Person.self).count)  // the newest version
  /// ```
  ///
  /// Does nothing while observers of this Realm are called. A frozen Realm is closed: reading from it afterwards stops the program, and no
  /// other thread may be reading from it during the call.
  public func invalidate() {
    _core.invalidate()
  }
}
