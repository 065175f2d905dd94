import AshlarSchema

extension Catalog {
  /// Returns the catalog to use during the migration. It contains neither primary keys nor the indexes that are built at the end, nor rules
  /// about values, which are checked at the end.
  func withoutUnbuilt(_ changes: [TableChange]) -> Catalog {
    var catalog = self
    for entity in catalog.schema.entities.indices {
      catalog.schema.entities[entity].removeKey()
      if !catalog.schema.entities[entity].rules.isEmpty { catalog.schema.entities[entity].rules.removeAll(where: \.concernsValues) }
    }
    for change in changes {
      guard let entity = catalog.schema.entities.firstIndex(where: { $0.name == change.type }) else { continue }
      for column in catalog.schema.entities[entity].properties.indices
      where change.newIndexes.contains(catalog.schema.entities[entity].properties[column].name) {
        catalog.schema.entities[entity].properties[column].isIndexed = false
      }
    }
    return catalog
  }
}
