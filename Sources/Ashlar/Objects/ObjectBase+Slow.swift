import AshlarSchema
import AshlarStore
import CAshlar

extension ObjectBase {
  var _kind: AccessContext.Kind { AccessContext.Kind(rawValue: _rowAccess.context.pointee.kind) ?? .unmanaged }

  /// The Realm instance of a live accessor.
  final var _realm: _RealmCore {
    guard let core = _rowAccess.context.pointee.core?.takeUnretainedValue() as? _RealmCore else {
      misuse(.invalidated(type: _entity.model.name))
    }
    return core
  }

  // The compiler can infer that these two functions do not let the object escape, but only if it happens to process the module's functions
  // in a suitable order. Without this knowledge, no object that a loop creates can be allocated on the stack.

  /// Handles every unusual read: of a moved row, on another thread, of a pending default, or in a recording.
  @_effects(notEscapingself) @inline(never) public final func _slow(_ column: Int) {
    switch _kind {
    case .live:
      _resolve()
      _trackRead(column)
    case .unmanaged: _settleDefault(column, making: true)
    case .recorder:
      if let recorder = _rowAccess.context.pointee.core?.takeUnretainedValue() as? _Recorder {
        recorder.note(_entity, column, _rowAccess)
      }
    }
  }

  /// Handles every unusual write: makes the row of a live object writable, discards the pending default of an unmanaged object, and stops
  /// the program if the object is a reference and the column is not the primary key.
  @_effects(notEscapingself) @inline(never) public final func _slowWrite(_ column: Int) {
    // Every write to a new object that has a pending default takes this path.
    if _rowAccess.context.pointee.kind == AccessContext.Kind.unmanaged.rawValue {
      if _rowAccess.isReference { _requireKey(column) }
      return _settleDefault(column, making: false)
    }
    _makeWritable(column)
  }

  // Stops the program unless the column is the primary key, because a reference has no other values.
  @inline(never) private func _requireKey(_ column: Int) {
    let entity = _entity
    if column == entity.keyColumn { return }
    misuse(.keyAlone(type: entity.model.name, property: entity.model.properties[column].name))
  }

  @inline(never) private func _makeWritable(_ column: Int) {
    guard _kind == .live else { return _slow(column) }
    _resolve()
    let core = _realm
    let entity = _entity
    if core.isFrozen { misuse(.frozenObject(type: entity.model.name, property: entity.model.properties[column].name)) }
    guard core.session.isWriting else { misuse(.outsideWrite(type: entity.model.name, property: entity.model.properties[column].name)) }
    guard let row = core.reading({ () throws(StoreError) in try core.session.makeWritable(entity.ordinal, _rowAccess.key) })
    else { misuse(.invalidated(type: entity.model.name)) }
    assert(row.key == _rowAccess.key && row.cluster.isOverlay, "a row stays under its key, and is stored to in an overlay")
    _rowAccess = row
  }

  private final func _trackRead(_ column: Int) {
    let core = _realm
    guard let tracker = core.tracker else { return UntrackedReads.examine(core, _entity) }
    tracker.read(_entity.ordinal, _rowAccess.key, column)
  }

  // Checks confinement and locates the row again; stops the program if the row no longer exists.
  final func _resolve() {
    let core = _realm
    if core.isUnverified, case .endedMigration = core.confinement { misuse(.endedMigration(type: _entity.model.name)) }
    core.checkConfinement("object")
    guard !_findRow() else { return }
    // `create` returns an invalid object for a value that it rejected.
    if let refusal = core.refusal { misuse(refusal) }
    misuse(.invalidated(type: _entity.model.name))
  }

  // Locates the row in the version that the Realm reads. Returns false, on this and every later call, if the row no longer exists.
  private func _findRow() -> Bool {
    guard _rowAccess.key >= 0 else { return false }
    if _rowAccess.generation == _rowAccess.context.pointee.generation { return true }
    let core = _realm
    let entity = _entity
    guard
      let row = core.reading({ () throws(StoreError) in
        try core.session.relocate(entity.ordinal, _rowAccess.key, seenAt: _rowAccess.generation)
      })
    else {
      _die()
      return false
    }
    assert(row.key == _rowAccess.key && row.generation == _rowAccess.context.pointee.generation, "a row is located again under its key")
    _rowAccess = row
    return true
  }

  // Returns whether the row still exists; true for an unmanaged object. Checks confinement, because locating the row stores its position in
  // the accessor.
  final func _isValid() -> Bool {
    guard _kind == .live else { return true }
    _realm.checkPlace("object")
    return _findRow()
  }

  /// Marks the accessor as permanently invalid.
  final func _die() {
    _rowAccess.key = -1
    _rowAccess.generation = 0
    _rowAccess.writable = 0
  }

  // Runs for every access until no default is pending, so it must not retain or release any reference.
  @inline(__always)
  private func _settleDefault(_ column: Int, making: Bool) {
    assert(_rowAccess.context.pointee.kind == AccessContext.Kind.unmanaged.rawValue, "only the block of an unmanaged object has a head")
    let bits = _rowAccess.base - _Entity.headSize
    var pending = bits.load(as: UInt64.self)
    let bit: UInt64 = column < 64 ? 1 << UInt64(column) : 0
    if pending & bit != 0 {
      pending &= ~bit
      bits.storeBytes(of: pending, as: UInt64.self)
      if making { _makeDefault(column) }
    }
    if pending == 0, !_rowAccess.isReference { _rowAccess.generation = 1 }
  }

  @inline(never) private func _makeDefault(_ column: Int) {
    _entity.makeDefault(column, _rowAccess.base + _rowAccess.columns[column].offset, _rowAccess.base)
  }

  /// Stores every pending default.
  final func _settleDefaults() {
    while _rowAccess.generation == 0 {
      let pending = (_rowAccess.base - _Entity.headSize).load(as: UInt64.self)
      if pending == 0 { _rowAccess.generation = 1 } else { _settleDefault(pending.trailingZeroBitCount, making: true) }
    }
  }

  /// Stores the initial values that the schema of a handwritten class does not contain, and the object's decoded values.
  @inline(never) final func _complete(_ entity: _Entity) {
    if !entity.codeDefaults.isEmpty {
      if ashlar_change_initial_depth(1) > ObjectBase.mostInitialDepth { misuse(.endlessInitialValues(type: entity.model.name)) }
      defer { _ = ashlar_change_initial_depth(-1) }
      for store in entity.codeDefaults { store(self) }
    }
    if let wrappers = entity.wrappers, DecodedProperties.areWaiting { wrappers.settle(self) }
  }

  // The maximum depth to which initial values may create objects whose initial values create further objects. A greater depth could
  // overflow the stack of a thread.
  private static var mostInitialDepth: Int32 { 200 }

  /// Marks the accessor as the one through which the object was deleted. Afterwards, this accessor belongs to no Realm; other accessors of
  /// the row keep their Realm.
  final func _dieDeleted() {
    _die()
    _rowAccess.key = -2
  }

  final var _wasDeletedHere: Bool { _rowAccess.key == -2 }

  /// Releases an unmanaged row.
  public final func _free() {
    assert(_kind == .unmanaged, "the memory of a managed row belongs to its cluster")
    _entity.release(_rowAccess)
  }

  /// Stops the program if the object is managed, because its primary key cannot change. Called by the emitted setters of a primary key and
  /// of the parts of a compound key.
  public final func _willSetKey(_ column: Int) {
    guard _kind == .live else { return }
    _resolve()
    let model = _entity.model
    if isFrozen { misuse(.frozenObject(type: model.name, property: model.properties[column].name)) }
    guard _realm.session.isWriting else { misuse(.outsideWrite(type: model.name, property: model.properties[column].name)) }
    misuse(.primaryKeyChanged(type: model.name, property: model.properties[column].name))
  }

  /// Calls `_willSetKey` if the column is the primary key or a part of it. Used for classes whose `primaryKey()` or `schemaRules` names the
  /// key.
  @inline(never) public final func _willSetKeyNamedByMethod(_ column: Int) {
    if _entity.isKey(column) { _willSetKey(column) }
  }
}
