internal import AshlarInspection
internal import AshlarSchema

extension ImportPlanner {
  /// Plans how the elements of a collection are read from the rows of another table.
  func elements(_ property: PropertyModel, _ place: StoreCatalog.Place?, _ plan: RowPlan) throws(ImportFailure) -> RowPlan.Value? {
    guard let table = catalog.table(place?.table ?? property.name) else {
      throw failure(
        "the database has no table '\(place?.table ?? property.name)' for the collection '\(plan.model.name).\(property.name)': "
          + "state the name of its table with 'column'")
    }
    let keys = table.ownerFirst
    guard let owner = keys.first(where: { catalog.table($0.table)?.name == plan.table.name }) else {
      throw failure(
        "the table '\(table.name)' has no foreign key to '\(plan.table.name)', whose objects have the collection '\(property.name)'")
    }
    let position = table.position
    let rest = table.columns.filter { !owner.columns.contains($0.name) && $0.name != position?.name }
    let keyColumn = property.collection == .map ? table.column(CollectionTable.key) : nil
    if property.collection == .map, keyColumn == nil {
      throw failure("the table '\(table.name)' has no column 'key', which the map '\(plan.model.name).\(property.name)' requires")
    }
    let candidates = rest.filter { $0.name != keyColumn?.name && $0.name != table.rowIDColumn }
    let target = property.type == .object ? property.target.flatMap { types[$0] } : nil
    let named = place.flatMap { table.column($0.column) }
    var foreign: StoreTable.ForeignKey?
    var column = named
    if let target {
      let other = try self.table(of: target)
      foreign = keys.first { key in
        key != owner && catalog.table(key.table)?.name == other.name && (named == nil || key.columns == [named?.name ?? ""])
      }
      column = named ?? foreign.flatMap { table.column($0.columns[0]) }
    } else if column == nil {
      column = table.column(CollectionTable.value) ?? (candidates.count == 1 ? candidates[0] : nil)
    }
    guard let column else {
      throw failure("the table '\(table.name)' has no column for the elements of '\(plan.model.name).\(property.name)'")
    }
    for name in owner.columns + [column.name] + [position, keyColumn].compactMap({ $0?.name }) {
      use(table, table.column(name)?.name ?? name)
    }
    var terms: [String] = []
    func term(_ text: String) -> Int {
      terms.append(text)
      return terms.count - 1
    }
    let rowID = table.rowID.map { term("o.\($0)") }
    let key = keyColumn.map { term("o.\(SQLText.name($0.name))") } ?? 0
    let element: RowPlan.Value
    if target == nil {
      let form = form(property.type, column, of: table)
      element = .scalar(term: term("o.\(SQLText.name(column.name))"), column: column.name, form)
    } else {
      let columns = foreign?.columns ?? [column.name]
      element = .link(try link(property, columns, foreign, table, term), column: columns.joined(separator: ", "))
    }
    try checkOwners(of: table, owner, plan)
    let source = try source(table, owner, plan)
    let order = table.order(of: "o", by: position.map { "o.\(SQLText.name($0.name))" })
    let condition = owner.columns.map { "o.\(SQLText.name($0)) = ?" }.joined(separator: " AND ")
    let sql = "SELECT \(terms.joined(separator: ", ")) FROM \(source) AS o WHERE \(condition)\(order)"
    return .elements(
      RowPlan.Elements(
        table: table.name, owner: try ownerTerms(owner, of: table, plan), query: RowQuery(database) { sql },
        isMap: property.collection == .map, key: key, rowID: rowID, element: element))
  }

  /// Returns the table; or an indexed copy of it, if no index finds the rows of one owner, or if rows can refer to their owner by values
  /// that are stored in another form. The rows of the copy have the same order and rowids, and refer to their owner by its own values.
  func source(_ table: StoreTable, _ owner: StoreTable.ForeignKey, _ plan: RowPlan) throws(ImportFailure) -> String {
    try source(table, owner.columns, plan.table, try ownerColumns(owner, of: table, plan))
  }

  /// Returns the table, or an indexed copy of it; see the function above.
  /// - Parameters:
  ///   - columns: The columns that refer to the owner.
  ///   - parent: The table of the owners.
  ///   - names: The columns of `parent` to which `columns` refer.
  func source(_ table: StoreTable, _ owner: [String], _ parent: StoreTable, _ names: [String]) throws(ImportFailure) -> String {
    let first = owner.map(SQLNames.folded)
    let isIndexed =
      table.key.first.map { first.contains(SQLNames.folded($0)) } ?? false
      || table.indexes.contains { index in
        !index.isPartial && index.isBinary && (index.columns.first ?? nil).map { first.contains(SQLNames.folded($0)) } ?? false
      }
    if isIndexed, table.isComparedExactly(owner, to: parent, names) { return table.source }
    let copy = temporaryName()
    let condition = Self.match(names, owner.map { "o.\(SQLText.name($0))" })
    let columns = table.columns.map { SQLText.name($0.name) }
    let values = table.columns.map { column -> String in
      guard let part = first.firstIndex(of: SQLNames.folded(column.name)) else { return "o.\(SQLText.name(column.name))" }
      return "(SELECT p.\(SQLText.name(names[part])) FROM \(parent.source) AS p WHERE \(condition))"
    }
    let typed = zip(values, columns).map { "\($0) AS \($1)" }.joined(separator: ", ")
    let rowID = table.rowID.map { [$0] } ?? []
    let source = "\(table.source) AS o NOT INDEXED\(table.order(of: "o"))"
    try execute([
      "CREATE TEMP TABLE \(copy) AS SELECT \(typed) FROM \(table.source) AS o LIMIT 0",
      "INSERT INTO temp.\(copy) (\((rowID + columns).joined(separator: ", "))) "
        + "SELECT \((rowID.map { "o.\($0)" } + values).joined(separator: ", ")) FROM \(source)",
      "CREATE INDEX temp.\(temporaryName()) ON \(copy) (\(owner.map(SQLText.name).joined(separator: ", ")))",
    ])
    return "temp.\(copy)"
  }
}
