import AshlarSchema
import AshlarStore

extension _RealmCore {
  /// Makes an object managed. An object that already belongs to this Realm is left unchanged.
  func add(_ object: ObjectBase, policy: Realm.UpdatePolicy) { add(object, object._entity, policy: policy) }

  /// Makes an object managed. The caller passes the entity, because looking it up would call generated code.
  func add(_ object: ObjectBase, _ entity: _Entity, policy: Realm.UpdatePolicy) {
    if object._kind == .live {
      guard object._rowAccess.context == context else { misuse(.otherRealm(type: object._className)) }
      if !object._isValid() { misuse(.invalidated(type: object._className)) }
      return
    }
    adopt(object, entity, policy: policy, given: [:])
  }

  /// Makes an unmanaged object, and all objects that are reachable from it, managed.
  /// - Parameter match: The result of a search for the object by values other than its primary key; nil if there was no search.
  func adopt(
    _ object: ObjectBase, policy: Realm.UpdatePolicy, given: [ObjectIdentifier: ColumnSet] = [:], _ match: MatchedObject? = nil
  ) {
    adopt(object, object._entity, policy: policy, given: given, match)
  }

  private func adopt(
    _ object: ObjectBase, _ entity: _Entity, policy: Realm.UpdatePolicy, given: [ObjectIdentifier: ColumnSet], _ match: MatchedObject? = nil
  ) {
    // Objects of most types cannot contain references, so they need no queue.
    if !entity.hasReferences {
      let block = object._rowAccess
      _ = Adoption.place(object, entity, self, policy, given, match)
      return entity.release(block)
    }
    var adoption = Adoption(core: self, policy: policy, given: given)
    adoption.run(object, match)
  }
}

/// Moves unmanaged objects into a Realm. An object's row is inserted, and its accessor is attached to the row, before its links are
/// followed, so that cycles terminate. Objects whose links remain to be followed are queued, so that a long chain needs no deep stack.
struct Adoption {
  let core: _RealmCore
  let policy: Realm.UpdatePolicy
  /// The columns to write, by object. An object that is not in the dictionary has values for all columns.
  let given: [ObjectIdentifier: ColumnSet]
  private var waiting: [(object: ObjectBase, block: _Row, columns: ColumnSet?)] = []
  private var next = 0

  init(core: _RealmCore, policy: Realm.UpdatePolicy, given: [ObjectIdentifier: ColumnSet]) {
    self.core = core
    self.policy = policy
    self.given = given
  }

  /// - Parameter match: See `adopt`. `match` applies to the object itself, not to objects that are reachable from it.
  mutating func run(_ object: ObjectBase, _ match: MatchedObject? = nil) {
    place(object, match)
    while next < waiting.count {
      let (object, block, columns) = waiting[next]
      next += 1
      link(object, block, columns)
      object._entity.release(block)
      // Removing at least half of the array takes amortized constant time for each object.
      if next > 1024, 2 * next > waiting.count {
        waiting.removeFirst(next)
        next = 0
      }
    }
  }

  private mutating func place(_ object: ObjectBase, _ match: MatchedObject? = nil) {
    let entity = object._entity
    let block = object._rowAccess
    let columns = Adoption.place(object, entity, core, policy, given, match)
    finish(object, block, entity, columns)
  }

  /// Inserts a row, or finds the row with the same primary key or the row of `match`, and stores the given values, except links,
  /// collections and `AnyRealmValue`s. The caller must release the object's previous block. Returns the columns whose links, collections
  /// and `AnyRealmValue`s remain to be stored; nil for all columns, an empty set for a reference or a refused write.
  static func place(
    _ object: ObjectBase, _ entity: _Entity, _ core: _RealmCore, _ policy: Realm.UpdatePolicy, _ given: [ObjectIdentifier: ColumnSet],
    _ match: MatchedObject? = nil
  ) -> ColumnSet? {
    let session = core.session
    core.requireEntity(entity)
    object._settleDefaults()
    for (column, type) in entity.unsureDefaults { object._checkCustomDefault(column, type) }
    let block = object._rowAccess
    let row: _Row
    let key = entity.keyColumn
    if let match, let known = match.row(core, entity) {
      return update(object, from: block, entity, known, match, core, policy, given)
    }
    // Inside a migration, the keys are compared at its end.
    if entity.hasKey, !core.parts.isMigrating {
      let found: (row: _Row, isNew: Bool)
      if key >= 0 {
        let layout = entity.columns[key]
        let offset = block.columns[key]
        let probe = KeyProbe(
          cell: block.base + offset.offset, column: layout, null: layout.hasNullFlag ? block.base + offset.null : nil,
          home: block.home)
        found = core.reading { () throws(StoreError) in try session.insert(entity.ordinal, withKey: probe) }
      } else {
        found = compoundRow(block, entity, core)
      }
      row = found.row
      if block.isReference {
        if !found.isNew {
          requireEmptyCollections(block, entity)
          swing(object, to: row, core)
          return ColumnSet()
        }
        core.refuse(.missingTarget(type: entity.model.name, key: keyText(object, block, entity)))
      }
      if !found.isNew {
        // No object has the values of the unique rule, and the key belongs to an object with other values, which must not be changed.
        if match != nil {
          core.refuse(.unmatchedKey(type: entity.model.name, value: keyText(object, block, entity)))
          swing(object, to: row, core)
          return ColumnSet()
        }
        if policy == .error { misuse(.duplicateKey(type: entity.model.name, value: keyText(object, block, entity))) }
        let columns = given.isEmpty ? nil : given[ObjectIdentifier(object)]
        swing(object, to: row, core)
        update(object, from: block, entity, columns, policy)
        return columns
      }
    } else {
      row = core.reading { () throws(StoreError) in try session.insert(entity.ordinal) }
    }
    // All columns of a new row are stored; a column without a given value receives its default. A type without a class has no defaults, so
    // its required values must be given.
    if entity.isStoredOnly, !core.parts.isMigrating { entity.requireValues(given[ObjectIdentifier(object)]) }
    fill(row, from: block, entity, session)
    swing(object, to: row, core)
    return nil
  }

  // Updates the row that was found by values other than the primary key. The row keeps its key: if the new object has another key, the
  // write is refused with an error, and nothing is stored.
  private static func update(
    _ object: ObjectBase, from block: _Row, _ entity: _Entity, _ row: _Row, _ match: MatchedObject, _ core: _RealmCore,
    _ policy: Realm.UpdatePolicy, _ given: [ObjectIdentifier: ColumnSet]
  ) -> ColumnSet? {
    let columns = given.isEmpty ? nil : given[ObjectIdentifier(object)]
    let wanted = match.keyColumns.filter { columns?.contains($0) != false }.map { ($0, KeyValue(object, $0)) }
    swing(object, to: row, core)
    for (column, value) in wanted {
      let stored = KeyValue(object, column)
      if value == stored { continue }
      let type = entity.columns[column].type
      core.refuse(.matchedKey(type: entity.model.name, stored: stored.text(type), given: value.text(type)))
      return ColumnSet()
    }
    update(object, from: block, entity, columns, policy)
    return columns
  }

  // Returns the row with the compound key of an unmanaged object; inserts the row if it does not exist.
  @inline(never)
  private static func compoundRow(_ block: _Row, _ entity: _Entity, _ core: _RealmCore) -> (row: _Row, isNew: Bool) {
    guard let key = entity.compoundKey else { preconditionFailure("a key without a column of its own has several") }
    return key.withProbe(of: block) { probe in
      core.reading { () throws(StoreError) in try core.session.insert(entity.ordinal, withKey: probe) }
    }
  }

  // Returns the primary key of an unmanaged object in the form used in messages.
  private static func keyText(_ object: ObjectBase, _ block: _Row, _ entity: _Entity) -> String {
    entity.compoundKey?.text(of: block) ?? KeyValue(object, entity.keyColumn).text(entity.columns[entity.keyColumn].type)
  }

  // Stops the program if a collection of the reference contains elements. Collections can be changed, unlike the reference's other
  // properties, but their elements would not be stored.
  private static func requireEmptyCollections(_ block: _Row, _ entity: _Entity) {
    for column in entity.columns.indices where entity.columns[column].element != nil {
      guard let collection = UnmanagedCell.collection(block.base + block.columns[column].offset) as? _CollectionBase else { continue }
      if !collection._untyped.isEmpty { misuse(.keyAlone(type: entity.model.name, property: entity.model.properties[column].name)) }
    }
  }

  private static func swing(_ object: ObjectBase, to row: _Row, _ core: _RealmCore) {
    object._rowAccess = row
    object._own = core
  }

  private mutating func finish(_ object: ObjectBase, _ block: _Row, _ entity: _Entity, _ columns: ColumnSet?) {
    if entity.hasReferences {
      waiting.append((object, block, columns))
    } else {
      entity.release(block)
    }
  }

  private static func fill(_ row: _Row, from block: _Row, _ entity: _Entity, _ session: StoreSession) {
    for column in entity.columns.indices {
      let layout = entity.columns[column]
      let source = block.base + block.columns[column].offset
      let cell = row.base + row.columns[column].offset + row.slot * layout.width
      switch layout.kind {
      case .scalar, .date:
        copy(cell, from: source, layout.width)
        if layout.hasNullFlag {
          let flag = (block.base + block.columns[column].null).load(as: UInt8.self)
          (row.base + row.columns[column].null + row.slot).storeBytes(of: flag, as: UInt8.self)
        }
      case .string, .data:
        let slot = Slot(at: source)
        (slot.tag == Slot.pointerTag ? session.makeSlot(Slot.bytes(at: source, in: block.home)) : slot).store(at: cell)
      case .link, .embedded, .list, .set, .map, .any: break
      }
    }
  }

  // A call of `memcpy` costs more than copying most cells.
  @inline(__always)
  private static func copy(_ cell: UnsafeMutableRawPointer, from source: UnsafeMutableRawPointer, _ width: Int) {
    switch width {
    case 1: cell.storeBytes(of: source.load(as: UInt8.self), as: UInt8.self)
    case 8: cell.storeBytes(of: source.load(as: UInt64.self), as: UInt64.self)
    case 12:
      cell.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
      cell.storeBytes(of: source.loadUnaligned(fromByteOffset: 8, as: UInt32.self), toByteOffset: 8, as: UInt32.self)
    default: cell.copyMemory(from: source, byteCount: width)
    }
  }

  private static func update(
    _ object: ObjectBase, from block: _Row, _ entity: _Entity, _ columns: ColumnSet?, _ policy: Realm.UpdatePolicy
  ) {
    for (column, layout) in entity.layout.columns.enumerated() where !entity.isKey(column) {
      guard columns?.contains(column) != false else { continue }
      let source = block.base + block.columns[column].offset
      switch layout.kind {
      case .scalar, .date:
        let hasValue = layout.hasNullFlag ? (block.base + block.columns[column].null).load(as: UInt8.self) : 1
        let old = object._cell(column, layout.width)
        let hadValue = layout.hasNullFlag ? object._nullFlag(column).load(as: UInt8.self) : 1
        if policy == .modified, hasValue == hadValue,
          UnsafeRawBufferPointer(start: old, count: layout.width).elementsEqual(
            UnsafeRawBufferPointer(start: source, count: layout.width))
        {
          continue
        }
        object._cellForWriting(column, layout.width).copyMemory(from: source, byteCount: layout.width)
        if layout.hasNullFlag { object._nullFlag(column).storeBytes(of: hasValue, as: UInt8.self) }
      case .string, .data:
        let isNull = Slot(at: source).isNull
        let bytes = Slot.bytes(at: source, in: block.home)
        let old = object._cell(column, Slot.size)
        if policy == .modified, Slot(at: old).isNull == isNull, Slot.bytes(at: old, in: object._rowAccess.home).elementsEqual(bytes) {
          continue
        }
        object._storeBytes(isNull ? nil : bytes, object._cellForWriting(column, Slot.size))
      case .link, .embedded, .list, .set, .map, .any: break
      }
    }
  }

  private mutating func link(_ object: ObjectBase, _ block: _Row, _ columns: ColumnSet?) {
    let entity = object._entity
    for (column, layout) in entity.layout.columns.enumerated() {
      guard columns?.contains(column) != false else { continue }
      let source = block.base + block.columns[column].offset
      switch layout.kind {
      case .link, .embedded:
        let target = UnmanagedCell.object(source) as? ObjectBase
        if layout.kind == .embedded, policy == .modified, let target, merge(target, object._cell(column, 8).load(as: Int64.self) - 1) {
          continue
        }
        if let target { enter(target, isEmbedded: layout.kind == .embedded) }
        object._storeLinkKey(column, target)
      case .list, .set, .map:
        guard let collection = UnmanagedCell.collection(source) as? _CollectionBase else { continue }
        if layout.element?.value == .link || layout.type == .any {
          let isEmbedded = core.link(entity.ordinal, column)?.isEmbedded ?? false
          let stored = isEmbedded && policy == .modified ? collection._storedObjects(_ManagedCollection(object, column, core)) : []
          for case (let index, let target?) in collection._unmanagedObjects().enumerated() {
            if index < stored.count, merge(target, stored[index]) { continue }
            enter(target, isEmbedded: isEmbedded)
          }
        }
        collection._adopt(object, column, keepsSame: policy == .modified)
      case .any:
        let value = UnmanagedCell.any(source)
        for target in value.objects() { enter(target, isEmbedded: false) }
        object._storeAny(column, value, policy: policy)
      case .scalar, .date, .string, .data: break
      }
    }
  }

  // Makes a linked object managed, unless it already is. Stops the program if a managed object is invalidated, belongs to another Realm
  // instance, or would become embedded.
  private mutating func enter(_ target: ObjectBase, isEmbedded: Bool) {
    if target._kind == .live {
      if !target._isValid() { misuse(.invalidated(type: target._className)) }
      if isEmbedded { misuse(.managedEmbedded(type: target._className, place: "property or List")) }
      guard target._rowAccess.context == core.context else { misuse(.otherRealm(type: target._className)) }
    } else {
      place(target)
    }
  }

  // Updates the stored embedded object, whose row has the key, instead of replacing it, as the policy `.modified` requires. Returns false
  // if its row does not exist, or if `target` is managed.
  private mutating func merge(_ target: ObjectBase, _ key: Int64) -> Bool {
    let entity = target._entity
    guard target._kind == .unmanaged, key >= 0,
      let row = core.reading({ () throws(StoreError) in try core.session.locate(entity.ordinal, key) })
    else { return false }
    target._settleDefaults()
    let block = target._rowAccess
    let columns = given[ObjectIdentifier(target)]
    Adoption.swing(target, to: row, core)
    Adoption.update(target, from: block, entity, columns, policy)
    finish(target, block, entity, columns)
    return true
  }
}
