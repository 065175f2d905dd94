internal import AshlarInspection
internal import AshlarSchema

/// Finds the tables and columns of the types and properties of a schema, by their stored names or by the description that an export
/// contains.
final class ImportPlanner {
  let database: SQLiteDatabase
  let catalog: StoreCatalog
  let types: [String: EntityModel]
  let danglingIsNil: Bool
  private let order: ImportOrder
  private let dates: NumericDates?
  private var plans: [String: RowPlan] = [:]
  // The columns that are read, by the names of tables.
  private var used: [String: Set<String>] = [:]
  /// A phrase for each property for which the database has no column.
  private(set) var missing: [String] = []
  // The names of the temporary tables with the numbers of rows, in quotes, by the names of the tables without rowids.
  var numbered: [String: String] = [:]
  var temporaryCount = 0
  /// The references of the rows of embedded objects to their owners, by the names of the tables.
  var owners: [String: [OwnerReference]] = [:]
  /// A sentence for each table with elements or embedded objects that belong to no object and are omitted.
  var orphans: [String] = []

  /// - Parameters:
  ///   - types: The types of the new file.
  ///   - order: The order in which their objects are created.
  ///   - danglingIsNil: Whether links without a target become nil, and elements without a target or an owner are omitted.
  init(
    _ database: SQLiteDatabase, _ catalog: StoreCatalog, _ types: [EntityModel], _ order: ImportOrder, dates: NumericDates?,
    danglingIsNil: Bool
  ) {
    self.order = order
    self.database = database
    self.catalog = catalog
    self.types = Dictionary(uniqueKeysWithValues: types.map { ($0.name, $0) })
    self.dates = dates
    self.danglingIsNil = danglingIsNil
  }

  /// Releases the plans, and with them the database. Called when no more rows will be read.
  func end() {
    for plan in plans.values { plan.end() }
    plans = [:]
  }

  /// Returns the plan of a type. Throws if the database has no table for the type, or no column for a property that requires one.
  func plan(_ type: EntityModel) throws(ImportFailure) -> RowPlan {
    if let known = plans[type.name] { return known }
    let plan = RowPlan(type, try table(of: type))
    if let other = plans.values.first(where: { $0.table.name == plan.table.name })?.model.name {
      let names = [type.name, other].sorted { $0.isBefore($1) }
      throw failure(
        "the types '\(names[0])' and '\(names[1])' would both contain the rows of the table '\(plan.table.name)': state with 'table' which "
          + "table contains each of them, or remove one of them from the schema")
    }
    plans[type.name] = plan
    if used[plan.table.name] == nil { used[plan.table.name] = [] }
    for (column, property) in type.columns.enumerated() {
      guard let value = try value(property, plan) else {
        missing.append("the property '\(type.name).\(property.name)'")
        continue
      }
      let member = RowPlan.Member(name: property.name, column: column, value: value, isLate: order.isLate(property, of: type.name))
      plan.add(member, isEnum: property.enumName != nil)
    }
    return plan
  }

  /// Throws if a query of a plan would select more terms than SQLite permits by default. The plans must be complete.
  func checkWidths() throws(ImportFailure) {
    let limit = 2000
    guard let plan = plans.values.filter({ $0.terms.count > limit }).min(by: { $0.table.name.isBefore($1.table.name) }) else { return }
    throw failure(
      "the properties of '\(plan.model.name)' require \(plan.terms.count) values of each row of '\(plan.table.name)', with its rowid, and "
        + "SQLite selects at most \(limit): remove properties from the schema")
  }

  /// A phrase for each table and column that the plans do not read. Columns that have no counterpart in objects, such as `_row` in an
  /// export, are not listed.
  var unread: [String] {
    catalog.tables.flatMap { table -> [String] in
      guard let columns = used[table.name] else { return ["the table '\(table.name)'"] }
      let rest = table.columns.filter { column in
        !columns.contains(column.name) && !catalog.isImplied(column.name, of: table)
      }
      return rest.map { "the column '\(table.name).\($0.name)'" }
    }
  }

  /// Returns whether the objects of a type are read.
  func isPlanned(_ type: EntityModel) -> Bool { plans[type.name] != nil }

  /// Returns whether an export has created a table for a type.
  func isExported(_ type: EntityModel) -> Bool { catalog.places[type.name] != nil || catalog.exportedTable(of: type.name) != nil }

  func failure(_ message: String) -> ImportFailure { ImportFailure(place: database.path, message: message) }

  func use(_ table: StoreTable, _ column: String) { used[table.name, default: []].insert(column) }

  // MARK: - Tables

  func table(of type: EntityModel) throws(ImportFailure) -> StoreTable {
    // If a type has no properties, an export describes its table in a row without a property. Exports of earlier versions lack this row.
    var name = catalog.places[type.name]?[""]?.table ?? catalog.exportedTable(of: type.name) ?? type.name
    for property in type.columns {
      guard let place = catalog.places[type.name]?[property.name] else { continue }
      let isEmbedded = embeddedTarget(property) != nil
      if property.collection == .none, !isEmbedded {
        name = place.table
        break
      }
      // Elements and embedded objects are in other tables, which refer to the table of their owners.
      let reference = isEmbedded && property.collection != .map ? place.column : CollectionTable.owner
      if let owner = catalog.table(place.table)?.foreignKeys.first(where: { $0.columns == [reference] }) {
        name = owner.table
        break
      }
    }
    guard let table = catalog.table(name) else {
      throw failure("the database has no table '\(name)' for the type '\(type.name)': state the name of its table with 'table'")
    }
    return table
  }

  func embeddedTarget(_ property: PropertyModel) -> EntityModel? {
    guard property.type == .object, let target = property.target.flatMap({ types[$0] }), target.kind == .embedded else { return nil }
    return target
  }

  // MARK: - Properties

  private func value(_ property: PropertyModel, _ plan: RowPlan) throws(ImportFailure) -> RowPlan.Value? {
    let place = catalog.places[plan.model.name]?[property.name]
    if let target = embeddedTarget(property) { return try embedded(property, target, place, plan) }
    if property.collection != .none { return try elements(property, place, plan) }
    guard let column = plan.table.column(place?.column ?? property.name) else {
      if property.type == .object {
        let other = try self.table(of: try target(of: property))
        if let key = foreignKey(named: property.name, of: plan.table, to: other) {
          return .link(try link(property, key.columns, key, plan.table, plan.term), column: key.columns.joined(separator: ", "))
        }
      }
      let needsValue =
        plan.model.keyColumns.contains { plan.model.properties[$0].name == property.name }
        || !property.storesNil && property.type != .any && property.defaultValue == nil
      if !needsValue { return nil }
      throw failure(
        "the table '\(plan.table.name)' has no column '\(property.name)' for the required property '\(plan.model.name).\(property.name)': "
          + "state the name of its column with 'column'")
    }
    use(plan.table, column.name)
    guard property.type == .object else {
      return .scalar(
        term: plan.column(column.name), column: column.name, form(property.type, column, of: plan.table))
    }
    return .link(try link(property, column, plan.table, plan.term), column: column.name)
  }

  // Returns the foreign key of several columns whose names, joined by underscores, are the stored name of a link.
  private func foreignKey(named name: String, of table: StoreTable, to target: StoreTable) -> StoreTable.ForeignKey? {
    let folded = SQLNames.folded(name)
    return table.foreignKeys.first {
      $0.columns.count > 1 && SQLNames.folded($0.joinedName) == folded && catalog.table($0.table)?.name == target.name
    }
  }

  func form(_ type: ValueType, _ column: StoreTable.Column, of table: StoreTable) -> ColumnForm {
    let declaredType = catalog.isExported(column.name, of: table) ? column.type : nil
    return ColumnForm(type, declaredType: declaredType, dates: catalog.dates(column, of: table, dates))
  }
}
