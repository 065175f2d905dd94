import AshlarStore

extension ObjectBase {
  final func _freeze() -> Self {
    guard _kind == .live else { misuse(.unmanagedFrozen(type: _className, operation: "frozen")) }
    if isFrozen { return self }
    _resolve()
    let core = _realm.frozenCore()
    guard let row = core.row(_entity, _row.key) else { misuse(.frozenWhereCreated(type: _className)) }
    return type(of: self)._accessor(row, core)
  }

  final func _thaw() -> Self? {
    guard _kind == .live else {
      if self is EmbeddedObject { return nil }
      misuse(.unmanagedFrozen(type: _className, operation: "thawed"))
    }
    guard isFrozen else { return self }
    let core = _realm.thawedCore()
    return core.row(_entity, _row.key).map { type(of: self)._accessor($0, core) }
  }
}

extension Object: ThreadConfined {
  /// The object as of the version that its Realm reads, readable from any thread. It never changes; what it links to is frozen
  /// as well. Inside a write it is without the changes of the write; an object that the write has made stops the program, as
  /// do unmanaged and deleted ones. O(1).
  public final func freeze() -> sending Self { disconnected(_freeze()) }

  /// The live object in the caller's Realm, nil when it is not in the version that this reads; a live object is itself. An
  /// unmanaged one stops the program.
  public final func thaw() -> Self? { _thaw() }
}

extension EmbeddedObject: ThreadConfined {
  /// See `Object.freeze()`.
  public final func freeze() -> sending Self { disconnected(_freeze()) }

  /// See `Object.thaw()`; nil for an unmanaged object.
  public final func thaw() -> Self? { _thaw() }
}
