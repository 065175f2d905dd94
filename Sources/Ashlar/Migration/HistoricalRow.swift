import AshlarSchema
import AshlarStore

/// The values of a `HistoricalObject`: an object of one side of a migration, and the columns that its release's properties are there.
public nonisolated struct _HistoricalRow {
  struct Identity: Hashable {
    let side: ObjectIdentifier
    let table: Int
    let key: Int64
  }

  let object: DynamicObject
  let columns: [Int]
  let run: MigrationRun

  var identity: Identity {
    Identity(side: ObjectIdentifier(object._realm), table: object._entity.ordinal, key: object._row.key)
  }

  /// Of a property, by its number in the release; nil for nil, and when there is no such value: the migration has then failed.
  func value(_ property: Int) -> Any? {
    guard let column = column(property) else { return nil }
    return run.value(of: object, column)
  }

  func store(_ value: Any?, _ property: Int) {
    guard let column = column(property) else { return }
    run.set(value, column, of: object)
  }

  private func column(_ property: Int) -> Int? {
    if property < columns.count, columns[property] >= 0 { return columns[property] }
    run.fail(.unknownProperty(name: "number \(property)", type: object._entity.model.name))
    return nil
  }

  /// What another object of the same side is as one of a release.
  func row<Other: HistoricalObject>(of object: DynamicObject, _ type: Other.Type) -> Other {
    Other(_HistoricalRow(object: object, columns: run.columns(of: type, object._entity), run: run))
  }

  func counterpart<Other: HistoricalObject>(_ type: Other.Type) -> _HistoricalRow? {
    guard let other = run.counterpart(of: object), other._entity.model.storedName == Other._storedName else { return nil }
    return _HistoricalRow(object: other, columns: run.columns(of: type, other._entity), run: run)
  }
}
