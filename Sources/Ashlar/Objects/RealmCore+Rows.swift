import AshlarSchema
import AshlarStore

// Its types, and the rows of their tables.
extension _RealmCore {
  /// The entities of this Realm's schema, by ordinal.
  var entities: [Int: _Entity] { types.entities }

  /// The entity of a table: of a type of this Realm's schema, or made of what the file says.
  func entity(_ ordinal: Int) -> _Entity? {
    if let entity = entities[ordinal] { return entity }
    return session.table(ordinal).map { types.unlisted($0) }
  }

  /// The entity of a row that was read.
  func entity(of row: _Row) -> _Entity? { ColumnTable.ordinal(row.columns).flatMap { entity($0) } }

  /// The type with this name: of this Realm's schema, by its Swift name, or else of the file, by the name that it has there.
  func entity(named name: String) -> _Entity? {
    if let entity = entities.values.first(where: { $0.model.name == name }) { return entity }
    // The outbox is not for reading.
    guard
      let table = session.tables.lazy.compactMap({ $0 }).first(where: { $0.entity.storedName == name && $0.entity.kind != .asymmetric })
    else { return nil }
    return entity(table.ordinal)
  }

  /// What a column links to.
  func target(_ entity: _Entity, _ column: Int) -> _Entity? {
    if column < 0 { return backwardTarget(column) }
    return entity.isStoredOnly ? link(entity.ordinal, column).flatMap { self.entity($0.target) } : entity.target(column)
  }

  /// Whether the class belongs to this Realm.
  func has(_ entity: _Entity) -> Bool { session.hasTable(entity.ordinal) }

  func requireEntity(_ entity: _Entity) {
    if !has(entity) { misuse(.notInRealm(type: entity.model.name)) }
  }

  func requireWrite(_ operation: String) {
    checkConfinement("Realm")
    if !session.isWriting { misuse(refusal(operation) ?? .realmOutsideWrite(operation: operation)) }
  }

  /// Why this can never be written to; nil when it can.
  func refusal(_ operation: String) -> UsageError? {
    if rules.isForReading { return .pooledReading(operation: operation) }
    return isFrozen ? .frozenRealm(operation: operation) : rules.isReadOnly ? .readOnlyRealm(operation: operation) : nil
  }

  /// The row with a key, nil when it is not there.
  func row(_ entity: _Entity, _ key: Int64) -> _Row? {
    guard key >= 0, has(entity) else { return nil }
    return reading { () throws(StoreError) in try session.locate(entity.ordinal, key) }
  }

  /// An accessor for a row, nil when it is gone.
  func object<T: ObjectBase>(_ type: T.Type, _ key: Int64) -> T? {
    checkConfinement("Realm")
    let ordinal = T._entity.ordinal
    guard let row = reading({ () throws(StoreError) in try session.locate(ordinal, key) }) else { return nil }
    return T._accessor(row, self)
  }

  func link(_ ordinal: Int, _ column: Int) -> LinkColumn? { types.link(ordinal, column) }

  /// The link column that a linking objects property follows.
  func origin(_ entity: _Entity, _ ordinal: Int) -> LinkColumn? {
    if ordinal < 0 { return backwardLink(ordinal) }
    let property = entity.model.properties[ordinal]
    guard let source = entity.target(ordinal), has(source),
      let column = source.model.columns.firstIndex(where: { $0.name == property.origin })
    else { return nil }
    return link(source.ordinal, column)
  }

  func isSame(_ object: ObjectBase, _ ordinal: Int, _ key: Int64) -> Bool {
    object._row.context == context && object._row.key == key && object._entity.ordinal == ordinal
  }

  func deleteRow(_ ordinal: Int, _ key: Int64) {
    reading { try session.delete(ordinal, key) }
    context.pointee.generation += 1
  }

  func deleteRows(_ ordinal: Int, _ keys: [Int64]) {
    reading { try session.delete(ordinal, keys) }
    // Accessors of the rows that are gone must find out.
    context.pointee.generation += 1
  }
}
