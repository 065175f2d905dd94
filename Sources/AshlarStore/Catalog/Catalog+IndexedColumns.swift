import AshlarSchema

// Indexes belong to the file: one that any schema declared is maintained by every writer, and is built from the rows there
// are when it is new.
extension Catalog {
  /// Stored names of columns that `wanted` indexes and `stored` does not. The primary key has an index of its own kind.
  static func newIndexes(_ wanted: EntityModel, _ stored: EntityModel) -> [String] {
    wanted.columns.filter { column in
      column.isIndexed && !column.isPrimaryKey && stored.columns.contains { $0.name == column.name && !$0.isIndexed }
    }.map(\.name)
  }

  /// The ordinals of a table's indexed columns.
  func indexedColumns(of table: TableDefinition) -> [Int] {
    guard let stored = schema.entity(named: table.entity.storedName) else { return [] }
    return table.entity.columns.indices.filter { ordinal in
      stored.columns.contains { $0.name == table.entity.properties[ordinal].storedName && $0.isIndexed && !$0.isPrimaryKey }
    }
  }
}
