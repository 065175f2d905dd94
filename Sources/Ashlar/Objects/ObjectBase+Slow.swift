import AshlarSchema
import AshlarStore
import CAshlar

extension ObjectBase {
  var _kind: AccessContext.Kind { AccessContext.Kind(rawValue: _row.context.pointee.kind) ?? .unmanaged }

  /// The Realm instance of a live accessor.
  final var _realm: _RealmCore {
    guard let core = _row.context.pointee.core?.takeUnretainedValue() as? _RealmCore else {
      misuse(.invalidated(type: _entity.model.name))
    }
    return core
  }

  // The compiler finds by itself that these two do not keep the object, but not in every order in which it takes the functions of
  // the module. Without knowing it, no object of a loop lives on the stack.

  /// Everything unusual about a read: a moved row, another thread, a pending default, a recording.
  @_effects(notEscapingself) @inline(never) public final func _slow(_ column: Int) {
    switch _kind {
    case .live:
      _resolve()
      _trackRead(column)
    case .unmanaged: _settleDefault(column, making: true)
    case .recorder:
      if let recorder = _row.context.pointee.core?.takeUnretainedValue() as? _Recorder {
        recorder.note(_entity, column, _row)
      }
    }
  }

  /// As `_slow`, and afterwards the row may be stored to.
  @_effects(notEscapingself) @inline(never) public final func _slowWrite(_ column: Int) {
    // Every store to a new object that has a pending default comes here.
    if _row.context.pointee.kind == AccessContext.Kind.unmanaged.rawValue { return _settleDefault(column, making: false) }
    _makeWritable(column)
  }

  @inline(never) private func _makeWritable(_ column: Int) {
    guard _kind == .live else { return _slow(column) }
    _resolve()
    let core = _realm
    let entity = _entity
    if core.isFrozen { misuse(.frozenObject(type: entity.model.name, property: entity.model.properties[column].name)) }
    guard core.session.isWriting else { misuse(.outsideWrite(type: entity.model.name, property: entity.model.properties[column].name)) }
    guard let row = core.reading({ () throws(StoreError) in try core.session.makeWritable(entity.ordinal, _row.key) })
    else { misuse(.invalidated(type: entity.model.name)) }
    _row = row
  }

  private final func _trackRead(_ column: Int) {
    guard let tracker = _realm.tracker else { return }
    tracker.read(_entity.ordinal, _row.key, column)
  }

  // Checks confinement and finds the row again.
  final func _resolve() {
    let core = _realm
    core.checkConfinement("object")
    guard !_findRow() else { return }
    // What `create` gave for a value that it refused.
    if let refusal = core.refusal { misuse(refusal) }
    misuse(.invalidated(type: _entity.model.name))
  }

  // False, now and for ever, when the row is gone.
  private func _findRow() -> Bool {
    guard _row.key >= 0 else { return false }
    if _row.generation == _row.context.pointee.generation { return true }
    let core = _realm
    let entity = _entity
    guard
      let row = core.reading({ () throws(StoreError) in
        try core.session.relocate(entity.ordinal, _row.key, seenAt: _row.generation)
      })
    else {
      _die()
      return false
    }
    _row = row
    return true
  }

  // Checks confinement: finding the row stores it.
  final func _isValid() -> Bool {
    guard _kind == .live else { return true }
    _realm.checkPlace("object")
    return _findRow()
  }

  /// The accessor will never be valid again.
  final func _die() {
    _row.key = -1
    _row.generation = 0
    _row.writable = 0
  }

  // Runs for every access until the last default is settled: no reference is counted here.
  @inline(__always)
  private func _settleDefault(_ column: Int, making: Bool) {
    let bits = _row.base - _Entity.headSize
    var pending = bits.load(as: UInt64.self)
    let bit: UInt64 = column < 64 ? 1 << UInt64(column) : 0
    if pending & bit != 0 {
      pending &= ~bit
      bits.storeBytes(of: pending, as: UInt64.self)
      if making { _makeDefault(column) }
    }
    if pending == 0 { _row.generation = 1 }
  }

  @inline(never) private func _makeDefault(_ column: Int) {
    _entity.makeDefault(column, _row.base + _row.columns[column].offset, _row.base)
  }

  /// Makes every pending default.
  final func _settleDefaults() {
    while _row.generation == 0 {
      let pending = (_row.base - _Entity.headSize).load(as: UInt64.self)
      _settleDefault(pending.trailingZeroBitCount, making: true)
    }
  }

  /// Stores the initial values of a class written by hand that are not in its schema, and what was decoded.
  @inline(never) final func _complete(_ entity: _Entity) {
    if !entity.codeDefaults.isEmpty {
      if ashlar_change_initial_depth(1) > ObjectBase.mostInitialDepth { misuse(.endlessInitialValues(type: entity.model.name)) }
      defer { _ = ashlar_change_initial_depth(-1) }
      for store in entity.codeDefaults { store(self) }
    }
    if let wrappers = entity.wrappers, DecodedProperties.areWaiting { wrappers.settle(self) }
  }

  // Initial values that make objects whose initial values make objects, and so on. More would overflow the stack of a thread.
  private static var mostInitialDepth: Int32 { 200 }

  /// The object was deleted through this very accessor: it belongs to no Realm any more. Others of its row keep theirs.
  final func _dieDeleted() {
    _die()
    _row.key = -2
  }

  final var _wasDeletedHere: Bool { _row.key == -2 }

  /// Lets go of an unmanaged row.
  public final func _free() {
    _entity.release(_row)
  }

  /// The primary key is being set; allowed on unmanaged objects only. Emitted in the key's setter.
  public final func _willSetKey(_ column: Int) {
    guard _kind == .live else { return }
    _resolve()
    let model = _entity.model
    if isFrozen { misuse(.frozenObject(type: model.name, property: model.properties[column].name)) }
    guard _realm.session.isWriting else { misuse(.outsideWrite(type: model.name, property: model.properties[column].name)) }
    misuse(.primaryKeyChanged(type: model.name, property: model.properties[column].name))
  }

  /// As `_willSetKey`, where only the schema knows the primary key.
  @inline(never) public final func _willSetKeyNamedByMethod(_ column: Int) {
    if _entity.keyColumn == column { _willSetKey(column) }
  }
}
