import AshlarSchema
import AshlarStore

extension MigrationRun {
  /// See `Migration.renameProperty`.
  func rename(_ typeName: String, from oldName: String, to newName: String) {
    guard let sides else { return }
    func refuse(_ reason: String) { fail(.renaming(property: "\(typeName).\(oldName)", name: newName, reason: reason)) }
    guard let entity = listed(typeName) else { return refuse("the configuration has no type '\(typeName)'") }
    guard let before = sides.migration.ordinalBefore(of: entity.ordinal).flatMap({ sides.old.entity($0) }) else {
      return refuse("the file has no type '\(entity.model.storedName)'")
    }
    guard let from = before.model.columns.first(where: { $0.name == oldName }) else { return refuse("the file has no such property") }
    if entity.model.columns.contains(where: { $0.storedName == oldName }) {
      return refuse("the type still has it; remove it from the schema")
    }
    guard let to = entity.model.columns.first(where: { $0.name == newName || $0.storedName == newName }) else {
      return refuse("the type has no property '\(newName)'")
    }
    let (was, becomes) = (StoredType(from, in: before.schema), StoredType(to, in: entity.schema))
    if was != becomes { return refuse("it would change from type '\(was)' to '\(becomes)'") }
    if from.storesNil, !to.storesNil { return refuse("it would change from optional to required") }

    let isNew = !before.model.columns.contains { $0.name == to.storedName }
    if isNew, from.storesNil == to.storesNil || to.collection == .none, sides.migration.hasChangedNothing {
      _ = storing { try sides.migration.rename(oldName, to: to.storedName, of: entity.model.storedName) }
    } else {
      enumerate(typeName) { old, new in new?[to.name] = old?[oldName] }
    }
  }
}
