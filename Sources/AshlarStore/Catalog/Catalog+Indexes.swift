import AshlarSchema

// Indexes belong to the file: one that any schema declared is maintained by every writer, and is built from the rows there
// are when it is new.
extension Catalog {
  /// Stored names of columns that `wanted` indexes and `stored` does not. The primary key has an index of its own kind.
  static func newIndexes(_ wanted: EntityModel, _ stored: EntityModel) -> [String] {
    var plain: Set<String> = []
    for column in stored.columns where !column.isIndexed { plain.insert(column.name) }
    return wanted.columns.filter { $0.isIndexed && !$0.isPrimaryKey && plain.contains($0.name) }.map(\.name)
  }

  /// The indexes of a table, by ascending column. O(columns).
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
