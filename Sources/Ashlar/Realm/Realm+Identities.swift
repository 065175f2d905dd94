import AshlarSchema
import AshlarStore

extension Realm {
  /// Returns the object with an identity that an error reported; nil if there is none. The object is an instance of the class of its type,
  /// or a `DynamicObject` if the Realm does not list the type. Complexity: O(types).
  ///
  /// ```swift
  /// if let holder = violation.holder, let account = realm.object(holder) as? Account { print(account.email) }
  /// ```
  ///
  /// Returns nil for an object that was created by the write that failed: another object may now have the same row number. If the type has
  /// a primary key, an object that has both the row and the key is returned. Stops the program outside the Realm's confinement.
  public func object(_ identity: ObjectIdentity) -> ObjectBase? {
    _core.checkConfinement("Realm")
    guard let entity = _core.entity(storedAs: identity.storedType), !identity.isNew || identity.primaryKey != nil,
      let row = _core.row(entity, identity.row),
      _core.reading({ () throws(StoreError) in try _core.session.keyText(entity.ordinal, row.key) }) == identity.primaryKey
    else { return nil }
    _core.tracker?.read(entity.ordinal, .rows)
    return entity.accessor(row, _core)
  }
}

extension _RealmCore {
  // Returns the type with a name in the file: a type of this Realm's schema, or another type of the file; nil if there is none.
  fileprivate func entity(storedAs name: String) -> _Entity? {
    if let entity = entities.values.first(where: { $0.model.storedName == name }) { return entity }
    return session.tables.lazy.compactMap { $0 }.first { $0.entity.storedName == name }.flatMap { entity($0.ordinal) }
  }
}
