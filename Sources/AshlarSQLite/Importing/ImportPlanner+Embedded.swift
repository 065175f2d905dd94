internal import AshlarInspection
internal import AshlarSchema

extension ImportPlanner {
  /// Plans how embedded objects are read from the rows of the table of their type. Returns nil if an export has created the tables of both
  /// types without the property: the rows are objects of other properties.
  func embedded(
    _ property: PropertyModel, _ target: EntityModel, _ place: StoreCatalog.Place?, _ plan: RowPlan
  ) throws(ImportFailure) -> RowPlan.Value? {
    guard let place else { return isExported(plan.model) && isExported(target) ? nil : try rows(property, target, plan) }
    let child = try self.plan(target)
    let childName = child.table.name
    if property.collection == .map { return try entries(property, child, place, plan) }
    guard let ownerKey = child.table.foreignKeys.first(where: { $0.columns == [place.column] }), child.table.column(place.column) != nil,
      catalog.table(ownerKey.table)?.name == plan.table.name
    else {
      throw failure("the table '\(childName)' has no foreign key '\(place.column)' to '\(plan.table.name)', the owners of its objects")
    }
    let names = try ownerColumns(ownerKey, of: child.table, plan)
    return .embedded(
      RowPlan.Embedded(
        owner: names.map { plan.column($0) }, isSingle: property.collection == .none, entries: nil,
        query: try query(property, child, [place.column], plan.table, names, plan), plan: child))
  }

  // Plans how the entries of a map are read, whose rows own those of the embedded objects.
  private func entries(
    _ property: PropertyModel, _ child: RowPlan, _ place: StoreCatalog.Place, _ plan: RowPlan
  ) throws(ImportFailure) -> RowPlan.Value {
    let (owner, row, key, position) = (CollectionTable.owner, CollectionTable.row, CollectionTable.key, CollectionTable.position)
    guard let table = catalog.table(place.table), [owner, row, key, position].allSatisfy({ table.column($0) != nil }),
      table.identifies([row]),
      let foreign = table.foreignKeys.first(where: { $0.columns == [owner] && catalog.table($0.table)?.name == plan.table.name }),
      let reference = child.table.foreignKeys.first(where: { $0.table == table.name && $0.columns.count == 1 && $0.targets == [row] }),
      child.table.column(reference.columns[0]) != nil
    else { throw failure("the table '\(place.table)' does not have the form of the entries of a map") }
    for column in [owner, row, key, position] { use(table, column) }
    let names = try ownerColumns(foreign, of: table, plan)
    addOwner(of: table, OwnerReference(columns: [owner], parent: plan.table, names: names, property: label(property, plan)))
    let source = try source(table, [owner], plan.table, names)
    let sql =
      "SELECT o.\(SQLText.name(row)), o.\(SQLText.name(key)) FROM \(source) AS o WHERE o.\(SQLText.name(owner)) = ? "
      + "ORDER BY o.\(SQLText.name(position))"
    return .embedded(
      RowPlan.Embedded(
        owner: names.map { plan.column($0) }, isSingle: true,
        entries: RowPlan.Entries(table: table.name, query: RowQuery(database) { sql }),
        query: try query(property, child, reference.columns, table, [row], plan), plan: child))
  }

  // Returns the query for the rows of an export that belong to one owner.
  private func query(
    _ property: PropertyModel, _ child: RowPlan, _ columns: [String], _ parent: StoreTable, _ names: [String], _ plan: RowPlan
  ) throws(ImportFailure) -> RowQuery {
    addOwner(of: child.table, OwnerReference(columns: columns, parent: parent, names: names, property: label(property, plan)))
    // The condition of the query reads the column that refers to the owner.
    use(child.table, columns[0])
    let order = child.table.columns.first { $0.name.hasPrefix("_position") && $0.affinity == .integer }
    if let order { use(child.table, order.name) }
    let source = try source(child.table, columns, parent, names)
    return RowQuery(database) { [unowned child] in
      "SELECT \(child.terms.joined(separator: ", ")) FROM \(source) AS o WHERE o.\(SQLText.name(columns[0])) = ?"
        + (order.map { " ORDER BY o.\(SQLText.name($0.name))" } ?? "")
    }
  }

  private func label(_ property: PropertyModel, _ plan: RowPlan) -> String { "\(plan.model.name).\(property.name)" }

  private func addOwner(of table: StoreTable, _ reference: OwnerReference) { owners[table.name, default: []].append(reference) }

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
    let names = try ownerColumns(owner, of: child.table, plan)
    addOwner(
      of: child.table,
      OwnerReference(columns: owner.columns, parent: plan.table, names: names, property: "\(plan.model.name).\(property.name)"))
    let position = property.collection == .list ? child.table.position : nil
    if let position { use(child.table, position.name) }
    let source = try source(child.table, owner.columns, plan.table, names)
    let order = child.table.order(of: "o", by: position.map { "o.\(SQLText.name($0.name))" })
    let condition = owner.columns.map { "o.\(SQLText.name($0)) = ?" }.joined(separator: " AND ")
    let query = RowQuery(database) { [unowned child] in
      "SELECT \(child.terms.joined(separator: ", ")) FROM \(source) AS o WHERE \(condition)\(order)"
    }
    return .embedded(
      RowPlan.Embedded(
        owner: names.map { plan.column($0) }, isSingle: property.collection == .none, entries: nil, query: query, plan: child))
  }
}
