import AshlarSchema

// Indexes belong to the file: an index that any schema declared is maintained by every writer. A new index is built from the existing rows.
extension Catalog {
  /// Returns the stored names of the columns of `stored` that are indexed only in `wanted`. The primary key is excluded, because it has its
  /// own kind of index.
  static func newIndexes(_ wanted: EntityModel, _ stored: EntityModel) -> [String] {
    var plain: Set<String> = []
    for column in stored.columns where !column.isIndexed { plain.insert(column.name) }
    return wanted.columns.filter { $0.isIndexed && !$0.isPrimaryKey && plain.contains($0.name) }.map(\.name)
  }

  /// Returns the indexes of a table, except that of its primary key, in ascending order of column ordinals. Complexity: O(columns).
  func indexes(of table: TableDefinition) -> [IndexDefinition] {
    guard let stored = schema.entity(named: table.entity.storedName) else { return [] }
    var indexed: Set<String> = []
    for column in stored.columns where column.isIndexed && !column.isPrimaryKey { indexed.insert(column.name) }
    if indexed.isEmpty { return [] }
    return table.entity.columns.indices.filter { indexed.contains(table.entity.columns[$0].storedName) }.map {
      IndexDefinition(of: $0, table)
    }
  }
}
