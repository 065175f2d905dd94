import AshlarSchema
import AshlarStore

/// The values of a `HistoricalObject`: an object on one side of a migration, and the columns of its release's properties on that side.
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
    Identity(side: ObjectIdentifier(object._realm), table: object._entity.ordinal, key: object._rowAccess.key)
  }

  /// Returns the value of a property, by its number in the release. Returns nil if the value is nil, or if the property cannot be read, in
  /// which case the migration has failed.
  func value(_ property: Int) -> Any? {
    guard let column = column(property) else { return nil }
    return run.value(of: object, column)
  }

  func store(_ value: Any?, _ property: Int) {
    guard let column = column(property) else { return }
    run.set(value, column, of: object)
  }

  /// Makes the migration fail, because a set or map contains several strings that are equal to `text` in Swift.
  func failEqual(_ text: String, _ property: Int) {
    guard let column = column(property) else { return }
    let model = object._entity.model
    run.fail(
      .value(
        "'\(model.name).\(model.properties[column].name)' contains several texts that are equal as Swift strings to '\(text)' and have "
          + "different bytes, such as two forms of 'é'; a Set or Dictionary has room for one. Copy the collection in a block of "
          + "'migration.enumerateObjects(ofType:)', where it remains a collection."))
  }

  private func column(_ property: Int) -> Int? {
    if property < columns.count, columns[property] >= 0 { return columns[property] }
    run.fail(.unknownProperty(name: "number \(property)", type: object._entity.model.name))
    return nil
  }

  /// Returns another object of the same side as an instance of a release's type.
  func row<Other: HistoricalObject>(of object: DynamicObject, _ type: Other.Type) -> Other {
    Other(_HistoricalRow(object: object, columns: run.columns(of: type, object._entity), run: run))
  }

  func counterpart<Other: HistoricalObject>(_ type: Other.Type) -> _HistoricalRow? {
    guard let other = run.counterpart(of: object), other._entity.model.storedName == Other._storedName else { return nil }
    return _HistoricalRow(object: other, columns: run.columns(of: type, other._entity), run: run)
  }
}
