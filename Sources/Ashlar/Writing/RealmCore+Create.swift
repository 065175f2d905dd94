import AshlarSchema
import AshlarStore

extension _RealmCore {
  /// See `Realm.create`.
  /// - Parameter match: Finds the object to update; nil if the primary key determines this object.
  func create<T: ObjectBase>(_ type: T.Type, value: Any, policy: Realm.UpdatePolicy, matching match: UniqueMatch? = nil) -> T {
    // The class of the object is `type`; `T` may be a base class.
    if policy != .error, let managed = value as? T, isOwn(managed, type._entity) { return managed }
    let object = type.init()
    return store(object, value, policy, match) ? object : T._accessor(object._entity, -1, self)
  }

  /// See `Realm.dynamicCreate`.
  func create(_ entity: _Entity, value: Any, policy: Realm.UpdatePolicy, matching match: UniqueMatch? = nil) -> ObjectBase {
    if policy != .error, let managed = value as? ObjectBase, isOwn(managed, entity) { return managed }
    let object = entity.makeObject()
    return store(object, value, policy, match) ? object : entity.accessor(goneRow(entity), self)
  }

  private func isOwn(_ object: ObjectBase, _ entity: _Entity) -> Bool {
    object._kind == .live && object._rowAccess.context == context && object._isValid() && object._entity === entity
  }

  // Assigns `value` to a new object and adopts the object. Returns false if the value was rejected: in a migration for any reason,
  // otherwise only for its size, its depth or the form of a map key. Any other error stops the program.
  private func store(_ object: ObjectBase, _ value: Any, _ policy: Realm.UpdatePolicy, _ match: UniqueMatch?) -> Bool {
    store(object, policy, match) { (reading: inout ValueReading) throws(UsageError) in try reading.assign(value, to: object) }
  }

  /// Stores a new object, some of whose columns have been set. Returns the object, or an invalidated one if a value was rejected.
  /// - Parameters:
  ///   - values: The values of other columns.
  ///   - columns: The columns for which the caller gave a value: those in `values`, and those that have been set already.
  func create(_ object: ObjectBase, _ values: [(column: Int, value: Any)], given columns: ColumnSet) -> ObjectBase {
    let entity = object._entity
    let isStored = store(object, .error) { (reading: inout ValueReading) throws(UsageError) in
      try reading.complete(object, values, given: columns)
    }
    return isStored ? object : entity.accessor(goneRow(entity), self)
  }

  private func store(
    _ object: ObjectBase, _ policy: Realm.UpdatePolicy, _ match: UniqueMatch? = nil,
    _ read: (inout ValueReading) throws(UsageError) -> Void
  ) -> Bool {
    var reading = ValueReading(core: self, notesGiven: policy != .error || object._entity.isStoredOnly)
    do throws(UsageError) {
      try read(&reading)
    } catch {
      if let migration = parts.migration {
        migration.fail(error)
        return false
      }
      guard error.isOfData else { misuse(error) }
      refuse(error)
      return false
    }
    adopt(object, policy: policy, given: reading.given, match?.object(like: object))
    return true
  }
}
