import AshlarSchema
import AshlarStore

extension RealmCore {
  /// Makes an object managed; one of this Realm is left alone.
  func add(_ object: ObjectBase, policy: Realm.UpdatePolicy) {
    if object._kind == .live {
      guard object._row.context == context else { misuse(.otherRealm(type: object._className)) }
      if !object._isValid() { misuse(.invalidated(type: object._className)) }
      return
    }
    adopt(object, policy: policy)
  }

  /// Makes an unmanaged object and all it reaches managed.
  func adopt(_ object: ObjectBase, policy: Realm.UpdatePolicy, given: [ObjectIdentifier: Set<Int>] = [:]) {
    var adoption = Adoption(core: self, policy: policy, given: given)
    adoption.run(object)
  }
}

/// Moves unmanaged objects into a Realm. A row is made and its accessor swung before its links are followed, so that
/// cycles end, and links wait in a queue, so that a long chain needs no deep stack.
struct Adoption {
  let core: RealmCore
  let policy: Realm.UpdatePolicy
  /// The columns to write, for objects that name only some.
  let given: [ObjectIdentifier: Set<Int>]
  private var waiting: [(object: ObjectBase, block: _Row, columns: Set<Int>?)] = []
  private var next = 0

  init(core: RealmCore, policy: Realm.UpdatePolicy, given: [ObjectIdentifier: Set<Int>]) {
    self.core = core
    self.policy = policy
    self.given = given
  }

  mutating func run(_ object: ObjectBase) {
    place(object)
    while next < waiting.count {
      let (object, block, columns) = waiting[next]
      next += 1
      link(object, block, columns)
      type(of: object)._entity.release(block)
      if next > 1024 {
        waiting.removeFirst(next)
        next = 0
      }
    }
  }

  // Makes the row, or finds the existing one, and fills all but links and collections.
  private mutating func place(_ object: ObjectBase) {
    let entity = type(of: object)._entity
    // Loaded once: what is read from `self` again is retained again.
    let core = core
    let session = core.session
    core.requireEntity(entity)
    object._settleDefaults()
    let block = object._row
    var columns = given.isEmpty ? nil : given[ObjectIdentifier(object)]
    let key = entity.keyColumn
    if key >= 0 {
      let layout = entity.columns[key]
      let offset = block.columns[key]
      let probe = KeyProbe(
        cell: block.base + Int(offset.offset), column: layout, null: layout.hasNullFlag ? block.base + Int(offset.null) : nil,
        home: block.home)
      let existing = core.reading { () throws(StoreError) in try session.find(entity.ordinal, probe) }
      if let existing {
        if policy == .error { misuse(.duplicateKey(type: entity.model.name, value: KeyValue(object, key).text)) }
        swing(object, to: existing)
        update(object, from: block, entity, columns)
        finish(object, block, entity, columns)
        return
      }
    }
    // A new row takes every value: what was not given is the default.
    columns = nil
    let row = core.reading { () throws(StoreError) in try session.insert(entity.ordinal) }
    Adoption.fill(row, from: block, entity, session)
    session.registerKey(entity.ordinal, row)
    swing(object, to: row)
    finish(object, block, entity, columns)
  }

  private func swing(_ object: ObjectBase, to row: _Row) {
    object._row = row
    object._own = core
  }

  private mutating func finish(_ object: ObjectBase, _ block: _Row, _ entity: Entity, _ columns: Set<Int>?) {
    if entity.hasReferences {
      waiting.append((object, block, columns))
    } else {
      entity.release(block)
    }
  }

  private static func fill(_ row: _Row, from block: _Row, _ entity: Entity, _ session: StoreSession) {
    for column in entity.columns.indices {
      let layout = entity.columns[column]
      let source = block.base + Int(block.columns[column].offset)
      let cell = row.base + Int(row.columns[column].offset) + row.slot * layout.width
      switch layout.kind {
      case .scalar, .date:
        cell.copyMemory(from: source, byteCount: layout.width)
        if layout.hasNullFlag {
          (row.base + Int(row.columns[column].null) + row.slot).copyMemory(
            from: block.base + Int(block.columns[column].null), byteCount: 1)
        }
      case .string, .data:
        let slot = Slot(at: source)
        (slot.tag == Slot.pointerTag ? session.makeSlot(Slot.bytes(at: source, in: block.home)) : slot).store(at: cell)
      case .link, .embedded, .list, .set, .map, .any: break
      }
    }
  }

  private func update(_ object: ObjectBase, from block: _Row, _ entity: Entity, _ columns: Set<Int>?) {
    for (column, layout) in entity.layout.columns.enumerated() where column != entity.layout.primaryKey {
      guard columns?.contains(column) != false else { continue }
      let source = block.base + Int(block.columns[column].offset)
      switch layout.kind {
      case .scalar, .date:
        let hasValue = layout.hasNullFlag ? (block.base + Int(block.columns[column].null)).load(as: UInt8.self) : 1
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
        if policy == .modified, Slot(at: old).isNull == isNull, Slot.bytes(at: old, in: object._row.home).elementsEqual(bytes) { continue }
        object._storeBytes(isNull ? nil : bytes, object._cellForWriting(column, Slot.size))
      case .link, .embedded, .list, .set, .map, .any: break
      }
    }
  }

  private mutating func link(_ object: ObjectBase, _ block: _Row, _ columns: Set<Int>?) {
    let entity = type(of: object)._entity
    for (column, layout) in entity.layout.columns.enumerated() {
      guard columns?.contains(column) != false else { continue }
      let source = block.base + Int(block.columns[column].offset)
      switch layout.kind {
      case .link, .embedded:
        let target = UnmanagedCell.object(source) as? ObjectBase
        if layout.kind == .embedded, policy == .modified, let target, merge(target, object._cell(column, 8).load(as: Int64.self) - 1) {
          continue
        }
        if let target { enter(target, isEmbedded: layout.kind == .embedded) }
        object._storeLinkKey(column, target)
      case .list, .set, .map:
        guard let collection = UnmanagedCell.collection(source) as? CollectionBase else { continue }
        let isEmbedded = collection._isEmbedded
        let stored = isEmbedded && policy == .modified ? collection._storedObjects(ManagedCollection(object, column, core)) : []
        for case (let index, let target?) in collection._unmanagedObjects().enumerated() {
          if index < stored.count, merge(target, stored[index]) { continue }
          enter(target, isEmbedded: isEmbedded)
        }
        collection._adopt(object, column)
      case .any:
        let value = UnmanagedCell.any(source)
        for target in value.objects() { enter(target, isEmbedded: false) }
        object._storeAny(column, value, policy: policy)
      case .scalar, .date, .string, .data: break
      }
    }
  }

  // Places a linked object unless it is there already.
  private mutating func enter(_ target: ObjectBase, isEmbedded: Bool) {
    if target._kind == .live {
      if !target._isValid() { misuse(.invalidated(type: target._className)) }
      if isEmbedded { misuse(.managedEmbedded(type: target._className, place: "property or List")) }
      guard target._row.context == core.context else { misuse(.otherRealm(type: target._className)) }
    } else {
      place(target)
    }
  }

  // Under `.modified` an embedded object keeps its row.
  private mutating func merge(_ target: ObjectBase, _ key: Int64) -> Bool {
    let entity = type(of: target)._entity
    guard target._kind == .unmanaged, key >= 0,
      let row = core.reading({ () throws(StoreError) in try core.session.locate(entity.ordinal, key) })
    else { return false }
    target._settleDefaults()
    let block = target._row
    let columns = given[ObjectIdentifier(target)]
    swing(target, to: row)
    update(target, from: block, entity, columns)
    finish(target, block, entity, columns)
    return true
  }
}
