import AshlarSchema
import AshlarStore

extension _RealmCore {
  /// Returns a row for an accessor whose object does not exist.
  func goneRow(_ entity: _Entity) -> _Row {
    guard let table = session.table(entity.ordinal) else { misuse(.notInRealm(type: entity.model.name)) }
    return _Row(
      base: UnmanagedContext.nothing, columns: table.fullColumns, context: context, generation: 0, writable: 0, slot: 0, key: -1)
  }
}
