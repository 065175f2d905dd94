import AshlarSchema
public import AshlarStore

extension ObjectBase: RealmCollectionValue {
  public typealias PersistedType = ObjectBase

  /// A fresh unmanaged object.
  public static func _rlmDefaultValue() -> Self { Self() }
  @inlinable public static var _width: Int { 8 }

  /// Objects are reached through links, never as plain cells.
  public static func _load(_ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer) -> Self {
    misuse(.schema("Objects have no plain cells: '\(Self.self)' was read as a value."))
  }

  /// Objects are reached through links, never as plain cells.
  public static func _store(_ value: ObjectBase, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ core: AnyObject?) {
    misuse(.schema("Objects have no plain cells: '\(Self.self)' was written as a value."))
  }

  /// The object that a link leads to.
  public static func _element(_ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ own: AnyObject?) -> Self {
    guard let core = own as? RealmCore else { misuse(.invalidated(type: "\(Self.self)")) }
    return _make(core, cell.loadUnaligned(as: Int64.self) - 1)
  }

  /// An accessor for a key, invalidated when there is no such row.
  static func _make(_ core: RealmCore, _ key: Int64) -> Self {
    let entity = Self._entity
    guard let row = core.reading({ () throws(StoreError) in try core.session.locate(entity.ordinal, key) }) else {
      return Self(core.goneRow(entity), core)
    }
    return Self(row, core)
  }

  /// An object that records.
  public static func _recorded(_ recorder: Recorder) -> Self { recorder.make(Self.self) }

  public static var _elementEntity: Entity? { Self._entity }

  /// The next row, made from the iteration's own cluster as long as nothing moved.
  @inlinable public static func _next(_ iteration: inout _Iteration) -> Self? {
    while true {
      if iteration.bits != 0 {
        let slot = iteration.firstSlot &+ iteration.bits.trailingZeroBitCount
        iteration.bits &= iteration.bits &- 1
        let key = iteration.firstKey &+ Int64(slot)
        if iteration.generation == iteration.context.pointee.generation {
          return Self(
            _Row(
              base: iteration.base, columns: iteration.columns, context: iteration.context, generation: iteration.generation,
              writable: iteration.writable, slot: slot, key: key), iteration.own)
        }
        return Self(iteration.relocated(key, Self._entity), iteration.own)
      }
      if let index = iteration.nextIndex() {
        if let object = iteration.object(index) as? Self { return object }
        return Self(iteration.located(index, Self._entity), iteration.own)
      }
      if !iteration.advance() { return nil }
    }
  }
}

extension RealmCore {
  /// A row for an accessor of something that is not there.
  func goneRow(_ entity: Entity) -> _Row {
    guard let table = session.table(entity.ordinal) else { misuse(.notInRealm(type: entity.model.name)) }
    return _Row(
      base: UnmanagedContext.nothing, columns: table.fullColumns, context: context, generation: 0, writable: 0, slot: 0, key: -1)
  }
}
