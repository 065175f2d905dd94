internal import AshlarInspection
internal import AshlarSchema

extension ImportPlanner {
  /// Plans how embedded objects are read from the rows of the table of their type.
  func embedded(
    _ property: PropertyModel, _ target: EntityModel, _ place: StoreCatalog.Place?, _ plan: RowPlan
  ) throws(ImportFailure) -> RowPlan.Value {
    guard let place else { return try rows(property, target, plan) }
    let child = try self.plan(target)
    let childName = child.table.name
    var entries: RowQuery?
    var ownerColumn = place.column
    var ownerKey: StoreTable.ForeignKey?
    if property.collection == .map {
      guard let table = catalog.table(place.table), let foreign = table.foreignKeys.first(where: { $0.columns == [CollectionTable.owner] }),
        let reference = child.table.foreignKeys.first(where: { $0.table == table.name })
      else { throw failure("the table '\(place.table)' does not have the form of the entries of a map") }
      for column in table.columns { use(table, column.name) }
      ownerKey = foreign
      ownerColumn = reference.columns[0]
      let sql =
        "SELECT o.\(SQLText.name(CollectionTable.row)), o.\(SQLText.name(CollectionTable.key)) FROM \(table.source) AS o "
        + "WHERE o.\(SQLText.name(CollectionTable.owner)) = ? ORDER BY o.\(SQLText.name(CollectionTable.position))"
      entries = RowQuery(database) { sql }
    } else {
      ownerKey = child.table.foreignKeys.first { $0.columns == [ownerColumn] }
    }
    guard let ownerKey, child.table.column(ownerColumn) != nil else {
      throw failure("the table '\(childName)' has no foreign key '\(ownerColumn)' to the owners of its objects")
    }
    // The condition of the query reads the column that refers to the owner.
    use(child.table, ownerColumn)
    let order = child.table.columns.first { $0.name.hasPrefix("_position") && $0.affinity == .integer }
    if let order { use(child.table, order.name) }
    let terms = { [unowned child] in child.terms.joined(separator: ", ") }
    let query = RowQuery(database) {
      "SELECT \(terms()) FROM \(child.table.source) AS o WHERE o.\(SQLText.name(ownerColumn)) = ?"
        + (order.map { " ORDER BY o.\(SQLText.name($0.name))" } ?? "")
    }
    return .embedded(
      RowPlan.Embedded(
        owner: try ownerTerms(ownerKey, plan), isSingle: property.collection == .none, entries: entries, query: query, plan: child))
  }

  // Plans how embedded objects are read from a database that `ashlar export` has not created: the foreign keys of their table refer to the
  // owners.
  private func rows(_ property: PropertyModel, _ target: EntityModel, _ plan: RowPlan) throws(ImportFailure) -> RowPlan.Value {
    let label = "'\(plan.model.name).\(property.name)'"
    guard property.collection == .none || property.collection == .list else {
      throw failure("\(label) is a map of embedded objects, which a table of the database does not contain: make it a list")
    }
    let child = try self.plan(target)
    let keys = child.table.foreignKeys.filter { catalog.table($0.table)?.name == plan.table.name }
    let folded = SQLNames.folded(property.name)
    guard let owner = keys.count == 1 ? keys[0] : keys.first(where: { SQLNames.folded($0.joinedName) == folded }) else {
      let names = keys.map { "'\($0.joinedName)'" }.joined(separator: ", ")
      throw failure(
        keys.isEmpty
          ? "the table '\(child.table.name)' has no foreign key to '\(plan.table.name)', whose objects own the embedded objects \(label)"
          : "the table '\(child.table.name)' refers to '\(plan.table.name)' several times: state with 'column' which key names the owner "
            + "of \(label): \(names)")
    }
    for name in owner.columns { use(child.table, child.table.column(name)?.name ?? name) }
    try checkOwners(of: child.table, owner, plan)
    let position = property.collection == .list ? Self.position(in: child.table) : nil
    if let position { use(child.table, position.name) }
    let source = try source(child.table, owner, plan.table)
    let order = child.table.order(of: "o", by: position.map { "o.\(SQLText.name($0.name))" })
    let condition = owner.columns.map { "o.\(SQLText.name($0)) = ?" }.joined(separator: " AND ")
    let query = RowQuery(database) { [unowned child] in
      "SELECT \(child.terms.joined(separator: ", ")) FROM \(source) AS o WHERE \(condition)\(order)"
    }
    return .embedded(
      RowPlan.Embedded(
        owner: try ownerTerms(owner, plan), isSingle: property.collection == .none, entries: nil, query: query, plan: child))
  }
}
