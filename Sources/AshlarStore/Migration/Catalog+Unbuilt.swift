import AshlarSchema

extension Catalog {
  /// Returns the catalog to use during the migration. It contains neither primary keys nor the indexes that are built at the end, and no
  /// rules about values and unique values: migration code may pass through states that break them, in several commits. Existing indexes are
  /// maintained, including those that exist only for a unique rule.
  func withoutUnbuilt(_ changes: [TableChange]) -> Catalog {
    var catalog = self
    for entity in catalog.schema.entities.indices {
      catalog.schema.entities[entity].removeKey()
      let unique = catalog.schema.entities[entity].uniqueColumns
      for column in catalog.schema.entities[entity].properties.indices
      where unique[catalog.schema.entities[entity].properties[column].storedName] != nil {
        catalog.schema.entities[entity].properties[column].isIndexed = true
      }
      catalog.schema.entities[entity].rules.removeAll { $0.kind == .unique || $0.concernsValues }
    }
    for change in changes {
      if let table = catalog.tables.firstIndex(where: { $0.id == change.table }), !change.newTuples.isEmpty {
        catalog.tables[table].indexes?.list.removeAll { change.newTuples.contains($0.number) }
      }
      guard let entity = catalog.schema.entities.firstIndex(where: { $0.name == change.type }) else { continue }
      for column in catalog.schema.entities[entity].properties.indices
      where change.newIndexes.contains(catalog.schema.entities[entity].properties[column].name) {
        catalog.schema.entities[entity].properties[column].isIndexed = false
      }
    }
    return catalog
  }
}
