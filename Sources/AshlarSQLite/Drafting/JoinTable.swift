/// A table whose rows are pairs of rows of other tables: the elements of a list or a set of objects.
struct JoinTable {
  let table: StoreTable
  /// The foreign key to the table of the type that has the collection, and the one to its elements.
  let owner: StoreTable.ForeignKey
  let element: StoreTable.ForeignKey
  /// Whether the elements have an order, or can occur several times.
  let isList: Bool
  /// The column with the positions of the elements; nil if there is none.
  let position: String?

  /// Recognizes a join table: two foreign keys of one column to tables with objects, and otherwise at most a position and a rowid.
  init?(_ table: StoreTable, in catalog: StoreCatalog) {
    let keys = table.foreignKeys
    guard keys.count == 2, keys.allSatisfy({ $0.columns.count == 1 && catalog.table($0.table) != nil && $0.table != table.name }),
      keys[0].columns != keys[1].columns, table.generated.isEmpty,
      let first = table.column(keys[0].columns[0]), let second = table.column(keys[1].columns[0]),
      first.isRequired || first.keyPosition > 0, second.isRequired || second.keyPosition > 0
    else { return nil }
    let position = ImportPlanner.position(in: table)
    let rest = table.columns.filter { ![first.name, second.name, position?.name, table.rowIDColumn].contains($0.name) }
    // Rows of another table may refer to the pairs, which then are objects.
    let isReferenced = catalog.tables.contains { $0.foreignKeys.contains { catalog.table($0.table)?.name == table.name } }
    guard rest.isEmpty, !isReferenced else { return nil }
    self.table = table
    owner = keys[0]
    element = keys[1]
    self.position = position?.name
    isList = position != nil || !table.isUnique([first.name, second.name])
  }
}
