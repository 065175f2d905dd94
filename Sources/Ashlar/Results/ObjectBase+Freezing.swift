import AshlarStore

extension ObjectBase {
  final func _freeze() -> Self {
    guard _kind == .live else { misuse(.unmanagedFrozen(type: _className, operation: "frozen")) }
    if isFrozen { return self }
    _resolve()
    let core = _realm.frozenCore()
    guard let row = core.row(_entity, _rowAccess.key) else { misuse(.frozenWhereCreated(type: _className)) }
    return type(of: self)._accessor(row, core)
  }

  final func _thaw() -> Self? {
    guard _kind == .live else {
      if self is EmbeddedObject { return nil }
      misuse(.unmanagedFrozen(type: _className, operation: "thawed"))
    }
    guard isFrozen else { return self }
    let core = _realm.thawedCore()
    return core.row(_entity, _rowAccess.key).map { type(of: self)._accessor($0, core) }
  }
}

extension Object: ThreadConfined {
  /// Returns a frozen copy of the object at the version that its Realm reads. The copy never changes and may be read from any thread; the
  /// objects that it links to are frozen as well.
  ///
  /// ```swift
  /// let frozen = person.freeze()
  /// Task.detached { print(frozen.name) }
  /// ```
  ///
  /// Inside a write, the copy does not contain the changes of the write. Freezing an object that the write has created stops the program,
  /// and so does freezing an unmanaged or deleted object. Complexity: O(number of tables) for the first copy of a version, otherwise O(1).
  public final func freeze() -> sending Self { disconnected(_freeze()) }

  /// Returns the live object in the caller's Realm, or nil if the version that this Realm reads does not contain it. For a live object,
  /// returns the object itself; an unmanaged object stops the program.
  ///
  /// ```swift
  /// if let person = frozen.thaw() { try realm.write { person.age += 1 } }
  /// ```
  public final func thaw() -> Self? { _thaw() }
}

extension EmbeddedObject: ThreadConfined {
  /// Returns a frozen copy of the object. See `Object.freeze()`.
  public final func freeze() -> sending Self { disconnected(_freeze()) }

  /// Returns the live object; nil for an unmanaged object. See `Object.thaw()`.
  public final func thaw() -> Self? { _thaw() }
}
