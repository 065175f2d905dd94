import AshlarStore

extension ObjectBase {
  /// Reads a column of type `AnyRealmValue`. A list or dictionary of a managed object is returned as an accessor for the stored collection.
  public final func _any(_ column: Int) -> AnyRealmValue {
    let cell = _cell(column, Slot.size)
    switch _kind {
    case .unmanaged: return UnmanagedCell.any(cell)
    case .recorder: return (_rowAccess.context.pointee.core?.takeUnretainedValue() as? _Recorder)?.anyValue ?? .none
    case .live:
      let core = _realm
      // A collection is decoded only when its elements are read, so that reading one element does not decode the other elements.
      let bytes = core.reading { () throws(StoreError) in try core.session.bytes(at: cell, in: _rowAccess.base) }
      if let collection = AnyStored.collection(in: bytes) {
        let place = _anyPlace(column, collection.id)
        return collection.isList ? .list(List(at: place)) : .dictionary(Map(at: place))
      }
      let stored = core.reading { () throws(StoreError) in try core.session.anyValue(cell, in: _rowAccess.base) }
      return core.anyValue(stored) { _anyPlace(column, $0) }
    }
  }

  /// Writes a column of type `AnyRealmValue`. In a managed object, unmanaged objects in the value are added to the Realm first; collections
  /// are copied.
  public final func _setAny(_ column: Int, _ value: AnyRealmValue) {
    switch value {
    case .string(let text): _check(text, column)
    case .data(let data): _check(data, column)
    case .none, .int, .bool, .float, .double, .date, .object, .objectId, .decimal128, .uuid, .dictionary, .list: break
    }
    let cell = _cellForWriting(column, Slot.size)
    guard _kind == .live else { return UnmanagedCell.storeAny(value, cell) }
    _storeAny(column, value, policy: .all)
  }

  private func _anyPlace(_ column: Int, _ id: UInt64) -> _AnyPlace {
    _AnyPlace(core: _realm, entity: _entity, column: column, row: _rowAccess, id: id)
  }

  /// Writes a column of type `AnyRealmValue` of a managed object. If the old and the new value are collections of the same kind, the
  /// collection retains its identity. With `.modified`, the new value is merged into the old one, and the result is not written if the
  /// contents are unchanged.
  final func _storeAny(_ column: Int, _ value: AnyRealmValue, policy: Realm.UpdatePolicy) {
    let core = _realm
    WrittenProperty.begin(self, column)
    var new = AnyWriting(core: core).stored(value)
    let cell = _cell(column, Slot.size)
    let old = core.reading { () throws(StoreError) in try core.session.anyValue(cell, in: _rowAccess.base) }
    if policy == .modified { new = old.merged(with: new) }
    if old.isSameKind(as: new), let id = old.id { new = new.withId(id) }
    if policy == .modified, old.hasSameContent(as: new) { return }
    if new.depth > AnyStored.depthLimit { misuse(.tooDeep(limit: AnyStored.depthLimit)) }
    guard core.storeAny(new, at: _cellForWriting(column, Slot.size), in: _rowAccess.base) else { return }
    core.session.mark(_rowAccess, column)
    core.noteAnyLinks(_entity.ordinal, column, _rowAccess.key, from: old, to: new)
  }
}

extension _RealmCore {
  /// Stores a value in a cell. Returns false if the value is too long; the cell is then unchanged, and the write can only be cancelled. The
  /// length of a list or dictionary depends on all values in it, which are often data that the program has only passed on. It therefore
  /// does not stop the program.
  @discardableResult
  func storeAny(_ value: AnyStored, at cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer) -> Bool {
    let bytes = value.bytes()
    // The limit is one byte more than for data, because of the tag.
    let limit = Slot.dataLimit + 1
    if bytes.count > limit {
      let error = UsageError.tooLong(what: "AnyRealmValue", bytes: bytes.count, limit: limit, property: WrittenProperty.label)
      if let migration = parts.migration { migration.fail(error) } else { refuse(error) }
      return false
    }
    bytes.withUnsafeBytes { session.storeBytes($0, at: cell, in: base) }
    return true
  }

  fileprivate func noteAnyLinks(_ ordinal: Int, _ column: Int, _ source: Int64, from old: AnyStored, to new: AnyStored) {
    guard let link = link(ordinal, column) else { return }
    for target in old.links { session.noteLink(link, target: target.packed, source: source, -1) }
    for target in new.links { session.noteLink(link, target: target.packed, source: source, 1) }
  }
}
