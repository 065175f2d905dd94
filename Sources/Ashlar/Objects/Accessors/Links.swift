import AshlarSchema
public import AshlarStore

extension ObjectBase {
  /// Reads a link to an object. The function is inlined into the getter, where the class of the linked object is known: its accessor is
  /// then created without dynamic calls, and on the stack if it does not escape.
  @inlinable public final func _object<T: ObjectBase>(_ column: Int, _ type: T.Type) -> T? {
    let cell = _cell(column, 8)
    let context = _rowAccess.context
    // 1 is `AccessContext.Kind.live`.
    guard context.pointee.kind == 1 else { return ObjectBase._objectOutsideRealm(context, cell, type) }
    let key = cell.load(as: Int64.self)
    guard key != 0, let core = context.pointee.core,
      let row = _RealmCore._linkedPlace(context, T._entity.ordinal, key &- 1).access(context)
    else { return nil }
    // `_withUnsafeGuaranteedRef` avoids a retain and a release of the instance.
    return core._withUnsafeGuaranteedRef { T._accessor(row, $0) }
  }

  // This function is static and does not receive the object. Otherwise, the compiler would assume that the object escapes, and would
  // allocate all objects that a loop creates on the heap.
  @inline(never) @usableFromInline
  static func _objectOutsideRealm<T: ObjectBase>(
    _ context: UnsafeMutablePointer<_Context>, _ cell: UnsafeMutableRawPointer, _ type: T.Type
  ) -> T? {
    if context.pointee.kind == AccessContext.Kind.unmanaged.rawValue { return UnmanagedCell.object(cell) as? T }
    return (context.pointee.core?.takeUnretainedValue() as? _Recorder)?.linked(type)
  }

  /// Writes a link to an object. In a managed object, an unmanaged target is added to the Realm first.
  public final func _setObject<T: ObjectBase>(_ column: Int, _ value: T?) {
    _storeLink(column, value, policy: .error)
  }

  /// Reads an embedded object.
  @inlinable public final func _embedded<T: EmbeddedObject>(_ column: Int, _ type: T.Type) -> T? { _object(column, type) }

  /// Replaces an embedded object. In a managed object, deletes the old embedded object and adds the new one, which must be unmanaged; does
  /// nothing if they are the same object.
  public final func _setEmbedded<T: EmbeddedObject>(_ column: Int, _ value: T?) { _storeLink(column, value, policy: .error) }

  final func _storeLink(_ column: Int, _ value: ObjectBase?, policy: Realm.UpdatePolicy) {
    guard _kind == .live else {
      UnmanagedCell.storeObject(value, _cellForWriting(column, 8))
      return
    }
    _ = _cellForWriting(column, 8)
    let core = _realm
    let entity = _entity
    guard let link = core.link(entity.ordinal, column) else { misuse(.notInRealm(type: entity.model.name)) }
    if let value {
      if link.isEmbedded {
        if value._kind == .live {
          if core.isSame(value, link.target, _cell(column, 8).load(as: Int64.self) - 1) { return }
          misuse(.managedEmbedded(type: value._className, place: "property"))
        }
        // Called before the new object is added, because nothing may change if a rule refuses the deletion.
        guard mayReplace(link, _cell(column, 8).load(as: Int64.self)) else { return }
        core.adopt(value, policy: .error)
      } else {
        core.add(value, policy: policy)
      }
    }
    _storeLinkKey(column, value)
  }

  // Returns whether the target of a link may be replaced: if it is embedded, whether it may be deleted. `old` is the value of the cell.
  private func mayReplace(_ link: LinkColumn, _ old: Int64) -> Bool {
    !link.isEmbedded || old == 0 || _realm.mayDelete(link.target, [old - 1])
  }

  /// Sets a link of a managed object to an object of the same Realm or to null. If the link is embedded and changes, deletes its previous
  /// target; does nothing if a delete rule refuses that.
  final func _storeLinkKey(_ column: Int, _ target: ObjectBase?) {
    let core = _realm
    guard let link = core.link(_entity.ordinal, column) else { misuse(.notInRealm(type: _className)) }
    let old = _cell(column, 8).load(as: Int64.self)
    let new = target.map { $0._rowAccess.key + 1 } ?? 0
    if old == new { return }
    guard mayReplace(link, old) else { return }
    _cellForWriting(column, 8).storeBytes(of: new, as: Int64.self)
    core.session.mark(_rowAccess, column)
    if old != 0 { core.session.noteLink(link, target: old - 1, source: _rowAccess.key, -1) }
    if new != 0 { core.session.noteLink(link, target: new - 1, source: _rowAccess.key, 1) }
    if link.isEmbedded, old != 0 { core.deleteRow(link.target, old - 1) }
  }

  final var _className: String { _entity.model.name }
}
