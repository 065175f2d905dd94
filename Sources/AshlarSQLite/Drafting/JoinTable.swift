/// A table whose rows are pairs of rows of other tables: the elements of a list or a set of objects.
struct JoinTable {
  let table: StoreTable
  /// The foreign keys to the objects that have the collection, and to the elements.
  let owner: StoreTable.ForeignKey
  let element: StoreTable.ForeignKey
  /// Whether the elements have an order, or can occur several times.
  let isList: Bool
  /// The column with the positions of the elements; nil if there is none.
  let position: String?

  /// A comment on the order of the elements, or on a relationship of Core Data that is its own inverse; nil for other collections.
  var comment: String? {
    guard let position else {
      return owner.columns == [CoreDataStore.reflexive] && owner.targets == ["Z_PK"]
        ? "its own inverse: the store can contain a pair of objects once, or once for each of them" : nil
    }
    let text = "in the order of '\(position)', whose numbers are not kept"
    return table.isOrdered(owner, by: position) && !table.isOrdered(element, by: position)
      ? text : text + "; an order of the rows of '\(owner.table)' within one of '\(element.table)' is lost"
  }

  /// Recognizes a join table: besides the columns of two foreign keys, it has at most a position and a rowid. The keys may share columns.
  /// Returns nil for other tables.
  init?(_ table: StoreTable, in catalog: StoreCatalog) {
    let keys = table.ownerFirst
    guard keys.count == 2, keys[0].columns != keys[1].columns, table.isDirected, table.generated.isEmpty,
      keys.allSatisfy({ Self.isResolved($0, of: table, in: catalog) })
    else { return nil }
    let columns = Set(keys[0].columns + keys[1].columns)
    let position = table.position
    let rest = table.columns.filter { !columns.contains($0.name) && $0.name != position?.name && $0.name != table.rowIDColumn }
    // If rows of a table refer to the pairs, the pairs are objects.
    let isReferenced = catalog.tables.contains { $0.foreignKeys.contains { catalog.table($0.table)?.name == table.name } }
    guard rest.isEmpty, !isReferenced else { return nil }
    self.table = table
    owner = keys[0]
    element = keys[1]
    self.position = position?.name
    isList = position != nil || !table.isUnique(Array(columns))
  }

  // Returns whether a foreign key refers to unique columns of another table, and none of its columns can be NULL.
  private static func isResolved(_ key: StoreTable.ForeignKey, of table: StoreTable, in catalog: StoreCatalog) -> Bool {
    guard let target = catalog.table(key.table), target.name != table.name else { return false }
    let referenced = key.targets ?? target.key
    return referenced.count == key.columns.count && target.identifies(referenced)
      && referenced.allSatisfy { target.column($0) != nil }
      && key.columns.allSatisfy { table.column($0).map { $0.isRequired || $0.keyPosition > 0 } ?? false }
  }
}
