import AshlarSchema
public import AshlarStore

// The types of an instance, and the rows of their tables.
extension _RealmCore {
  /// The entities of this Realm's schema, by ordinal.
  var entities: [Int: _Entity] { types.entities }

  /// Returns the entity of a table: a type of this Realm's schema, or a type derived from the file's catalog; nil if there is no such
  /// table.
  func entity(_ ordinal: Int) -> _Entity? {
    if let entity = entities[ordinal] { return entity }
    return session.table(ordinal).map { types.unlisted($0) }
  }

  /// Returns the entity of a row; nil for a row without a Realm.
  func entity(of row: _Row) -> _Entity? {
    guard let ordinal = ColumnTable.ordinal(row.columns) else { return nil }
    if session.hasTable(ordinal), let known = types.remembered(ordinal) { return known }
    guard let entity = entity(ordinal) else { return nil }
    types.remember(entity, ordinal)
    return entity
  }

  /// Returns the type with a name: a type of this Realm's schema by its Swift name; otherwise a type of the file that is not asymmetric, by
  /// its stored name; nil if there is none.
  func entity(named name: String) -> _Entity? {
    if let entity = entities.values.first(where: { $0.model.name == name }) { return entity }
    // Asymmetric types are write-only.
    guard
      let table = session.tables.lazy.compactMap({ $0 }).first(where: { $0.entity.storedName == name && $0.entity.kind != .asymmetric })
    else { return nil }
    return entity(table.ordinal)
  }

  /// Returns the entity of the linked or linking objects of a property; nil for a property of values.
  func target(_ entity: _Entity, _ column: Int) -> _Entity? {
    if column < 0 { return backwardTarget(column) }
    return entity.isStoredOnly ? link(entity.ordinal, column).flatMap { self.entity($0.target) } : entity.target(column)
  }

  /// Returns whether this Realm has a table for the entity.
  func has(_ entity: _Entity) -> Bool { session.hasTable(entity.ordinal) }

  func requireEntity(_ entity: _Entity) {
    if !has(entity) { misuse(.notInRealm(type: entity.model.name)) }
  }

  func requireWrite(_ operation: String) {
    checkConfinement("Realm")
    if !session.isWriting { misuse(refusal(operation) ?? .realmOutsideWrite(operation: operation)) }
  }

  /// Returns the reason why this instance can never write; nil if it can.
  func refusal(_ operation: String) -> UsageError? {
    if rules.isForReading { return .pooledReading(operation: operation) }
    return isFrozen ? .frozenRealm(operation: operation) : rules.isReadOnly ? .readOnlyRealm(operation: operation) : nil
  }

  /// Returns the row with a key; nil if it does not exist.
  func row(_ entity: _Entity, _ key: Int64) -> _Row? {
    guard key >= 0, has(entity) else { return nil }
    return reading { () throws(StoreError) in try session.locate(entity.ordinal, key) }
  }

  /// Returns the location of the row to which a link refers; its `base` is nil if the row does not exist. The caller must have read the
  /// link from a row of `context` on this thread, which verified the confinement. Called by inlined code.
  @inline(never) @usableFromInline
  static func _linkedPlace(_ context: UnsafeMutablePointer<_Context>, _ ordinal: Int, _ key: Int64) -> RowPlace {
    assert(context.pointee.kind == AccessContext.Kind.live.rawValue, "only managed objects link by keys")
    if let tables = context.pointee.tables, ordinal < context.pointee.tableCount, key < tables[ordinal].nextKey {
      // The directory of a frozen session is empty, so this finds rows of live sessions only.
      let place = TableView.place(of: key, in: tables + ordinal, writing: context.pointee.foundGeneration)
      if place.base != nil { return place }
    }
    return searchedPlace(context, ordinal, key)
  }

  // Searches for a row that is not in the directory. This is a separate function, so that the code that most links execute is short.
  @inline(never)
  private static func searchedPlace(_ context: UnsafeMutablePointer<_Context>, _ ordinal: Int, _ key: Int64) -> RowPlace {
    guard let core = context.pointee.core?.takeUnretainedValue() as? _RealmCore else { misuse(.invalidated(type: "object")) }
    let row = core.reading { () throws(StoreError) in try core.session.locate(ordinal, key) }
    return row.map { RowPlace($0) } ?? RowPlace(nil, UnsafePointer(UnmanagedContext.noColumns))
  }

  func link(_ ordinal: Int, _ column: Int) -> LinkColumn? { types.link(ordinal, column) }

  /// Returns the link column that a linking objects property inverts; nil if this Realm has no such column.
  func origin(_ entity: _Entity, _ ordinal: Int) -> LinkColumn? {
    if ordinal < 0 { return backwardLink(ordinal) }
    let property = entity.model.properties[ordinal]
    guard let source = entity.target(ordinal), has(source),
      let column = source.model.columns.firstIndex(where: { $0.name == property.origin })
    else { return nil }
    return link(source.ordinal, column)
  }

  func isSame(_ object: ObjectBase, _ ordinal: Int, _ key: Int64) -> Bool {
    object._rowAccess.context == context && object._rowAccess.key == key && object._entity.ordinal == ordinal
  }

  // The following functions return whether the rows were deleted. If a delete rule refuses that, nothing is deleted, and the write can only
  // be cancelled.

  @discardableResult
  func deleteRow(_ ordinal: Int, _ key: Int64) -> Bool {
    let isDeleted = reading { try session.delete(ordinal, key) }
    context.pointee.generation += 1
    return isDeleted
  }

  @discardableResult
  func deleteRows(_ ordinal: Int, _ keys: [Int64]) -> Bool {
    let isDeleted = reading { try session.delete(ordinal, keys) }
    // Accessors then locate their rows again, and those of deleted rows become invalid.
    context.pointee.generation += 1
    return isDeleted
  }

  /// - Parameter keys: The rows by entity ordinal.
  @discardableResult
  func deleteRows(_ keys: [Int: [Int64]]) -> Bool {
    let isDeleted = reading { try session.delete(keys) }
    context.pointee.generation += 1
    return isDeleted
  }

  /// Returns whether the rows of a table may be deleted. If a delete rule refuses that, the write can only be cancelled. Callers that
  /// change a link to an embedded object call this first, because nothing may change if its deletion is refused.
  func mayDelete(_ ordinal: Int, _ keys: [Int64]) -> Bool {
    guard session.hasDeleteRules, !keys.isEmpty else { return true }
    return reading { try session.mayDelete([ordinal: keys]) }
  }
}
