internal import AshlarInspection
internal import AshlarSchema

/// Finds the tables and columns of the types and properties of a schema, by their stored names or by the description that an export
/// contains.
final class ImportPlanner {
  private let database: SQLiteDatabase
  private let catalog: StoreCatalog
  private let types: [String: EntityModel]
  private let dates: NumericDates?
  private let danglingIsNil: Bool
  private var plans: [String: RowPlan] = [:]
  // The columns that are read, by the names of tables.
  private var used: [String: Set<String>] = [:]
  /// The properties for which the database has no column: a phrase each.
  private(set) var missing: [String] = []
  /// The number of elements that belong to no object and are omitted.
  private(set) var orphans = 0

  /// - Parameters:
  ///   - types: The types of the new file.
  ///   - danglingIsNil: Whether links without a target are nil, and elements of objects that do not exist are omitted.
  init(_ database: SQLiteDatabase, _ catalog: StoreCatalog, _ types: [EntityModel], dates: NumericDates?, danglingIsNil: Bool) {
    self.database = database
    self.catalog = catalog
    self.types = Dictionary(uniqueKeysWithValues: types.map { ($0.name, $0) })
    self.dates = dates
    self.danglingIsNil = danglingIsNil
  }

  /// Returns the plan of a type. Throws if the database has no table for the type, or no column for a property that requires one.
  func plan(_ type: EntityModel) throws(ImportFailure) -> RowPlan {
    if let known = plans[type.name] { return known }
    let plan = RowPlan(type, try table(of: type))
    plans[type.name] = plan
    if used[plan.table.name] == nil { used[plan.table.name] = [] }
    for property in type.columns {
      guard let value = try value(property, plan) else {
        missing.append("the property '\(type.name).\(property.name)'")
        continue
      }
      plan.members.append(RowPlan.Member(name: property.name, value: value))
    }
    return plan
  }

  /// A phrase for each table and column that the plans do not read. The numbers of rows in an export have no counterpart.
  var unread: [String] {
    catalog.tables.flatMap { table -> [String] in
      guard let columns = used[table.name] else { return ["the table '\(table.name)'"] }
      let rest = table.columns.filter { column in
        !columns.contains(column.name) && !catalog.isImplied(column.name, of: table)
      }
      return rest.map { "the column '\(table.name).\($0.name)'" }
    }
  }

  private func failure(_ message: String) -> ImportFailure { ImportFailure(place: database.path, message: message) }

  private func use(_ table: StoreTable, _ column: String) { used[table.name, default: []].insert(column) }

  // MARK: - Tables

  private func table(of type: EntityModel) throws(ImportFailure) -> StoreTable {
    var name = type.name
    for property in type.columns where property.collection == .none && embeddedTarget(property) == nil {
      guard let place = catalog.places[type.name]?[property.name] else { continue }
      name = place.table
      break
    }
    guard let table = catalog.table(name) else {
      throw failure("the database has no table '\(name)' for the type '\(type.name)': state the name of its table with 'table'")
    }
    return table
  }

  private func embeddedTarget(_ property: PropertyModel) -> EntityModel? {
    guard property.type == .object, let target = property.target.flatMap({ types[$0] }), target.kind == .embedded else { return nil }
    return target
  }

  // MARK: - Properties

  private func value(_ property: PropertyModel, _ plan: RowPlan) throws(ImportFailure) -> RowPlan.Value? {
    let place = catalog.places[plan.model.name]?[property.name]
    if let target = embeddedTarget(property) { return try embedded(property, target, place, plan) }
    if property.collection != .none { return try elements(property, place, plan) }
    guard let column = plan.table.column(place?.column ?? property.name) else {
      let needsValue = property.isPrimaryKey || !property.storesNil && property.type != .any && property.defaultValue == nil
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

  // Returns the terms of a link in a column of a table.
  private func link(
    _ property: PropertyModel, _ column: StoreTable.Column, _ table: StoreTable, _ term: (String) -> Int
  ) throws(ImportFailure) -> RowPlan.LinkTerms {
    guard let target = property.target.flatMap({ types[$0] }) else {
      throw failure("the schema lacks the target of '\(property.name)'")
    }
    let other = try self.table(of: target)
    let folded = SQLNames.folded(column.name)
    let foreign = table.foreignKeys.first { key in
      key.columns.count == 1 && SQLNames.folded(key.columns[0]) == folded && catalog.table(key.table)?.name == other.name
    }
    // The property that identifies the target, and its column.
    let key = target.primaryKey.map { target.properties[$0] }
    let keyColumn = key.flatMap { other.column(catalog.places[target.name]?[$0.name]?.column ?? $0.name) }
    if let key, keyColumn == nil {
      throw failure("the table '\(other.name)' has no column '\(key.name)', the primary key of '\(target.name)'")
    }
    guard let identity = keyColumn.map({ SQLText.name($0.name) }) ?? other.rowID else {
      throw failure(
        "'\(table.name).\(column.name)' refers to rows of '\(other.name)', which have no rowid: give '\(target.name)' a primary key, or "
          + "import the column without the link")
    }
    // The column to which this column refers: as declared, or the primary key.
    let referenced = foreign?.targets?.first ?? (other.key.count == 1 ? other.key[0] : nil)
    let reference = foreign == nil ? identity : referenced.flatMap { other.column($0) }.map { SQLText.name($0.name) } ?? identity
    let value = "o.\(SQLText.name(column.name))"
    let parent = "FROM \(SQLText.name(other.name)) AS p WHERE p.\(reference) = \(value)"
    let isRowID = other.rowIDColumn.map { SQLText.name($0) == reference } ?? (reference == other.rowID)
    let isIdentity = reference == identity || isRowID && keyColumn == nil
    let exists = danglingIsNil || !isIdentity ? term("EXISTS (SELECT 1 \(parent))") : nil
    return RowPlan.LinkTerms(
      value: term(value), identity: isIdentity ? term(value) : term("(SELECT p.\(identity) \(parent))"), exists: exists,
      key: key.flatMap { key in keyColumn.map { form(key.type, $0, of: other) } }, target: target.name)
  }

  private func form(_ type: ValueType, _ column: StoreTable.Column, of table: StoreTable) -> ColumnForm {
    ColumnForm(type, declaredType: column.type, dates: catalog.dates(column, of: table, dates))
  }

  // MARK: - Collections

  private static let positions: Set<String> = [
    "position", "pos", "idx", "index", "seq", "sequence", "sort_order", "sortorder", "ordinal",
  ]

  // Returns the column with the positions of elements; nil if there is none.
  static func position(in table: StoreTable) -> StoreTable.Column? {
    table.columns.first { column in
      let name = String(decoding: SQLNames.folded(column.name), as: UTF8.self)
      return column.affinity == .integer && (positions.contains(name) || name.hasPrefix("z_fok_"))
    }
  }

  private func elements(_ property: PropertyModel, _ place: StoreCatalog.Place?, _ plan: RowPlan) throws(ImportFailure) -> RowPlan.Value? {
    guard let table = catalog.table(place?.table ?? property.name) else {
      throw failure(
        "the database has no table '\(place?.table ?? property.name)' for the collection '\(plan.model.name).\(property.name)': "
          + "state the name of its table with 'column'")
    }
    let single = table.foreignKeys.filter { $0.columns.count == 1 }
    guard let owner = single.first(where: { catalog.table($0.table)?.name == plan.table.name }) else {
      throw failure(
        "the table '\(table.name)' has no foreign key to '\(plan.table.name)', whose objects have the collection '\(property.name)'")
    }
    let position = Self.position(in: table)
    let rest = table.columns.filter { $0.name != owner.columns[0] && $0.name != position?.name }
    let keyColumn = property.collection == .map ? table.column(CollectionTable.key) : nil
    if property.collection == .map, keyColumn == nil {
      throw failure("the table '\(table.name)' has no column 'key', which the map '\(plan.model.name).\(property.name)' requires")
    }
    let candidates = rest.filter { $0.name != keyColumn?.name && $0.name != table.rowIDColumn }
    let target = property.type == .object ? property.target.flatMap { types[$0] } : nil
    let named = place.flatMap { table.column($0.column) }
    let column: StoreTable.Column?
    if let target {
      let other = try self.table(of: target)
      column = named ?? single.first { $0 != owner && catalog.table($0.table)?.name == other.name }.flatMap { table.column($0.columns[0]) }
    } else {
      column = named ?? table.column(CollectionTable.value) ?? (candidates.count == 1 ? candidates[0] : nil)
    }
    guard let column else {
      throw failure("the table '\(table.name)' has no column for the elements of '\(plan.model.name).\(property.name)'")
    }
    for name in [owner.columns[0], column.name] + [position, keyColumn].compactMap({ $0?.name }) {
      use(table, table.column(name)?.name ?? name)
    }
    var terms: [String] = []
    func term(_ text: String) -> Int {
      terms.append(text)
      return terms.count - 1
    }
    let key = keyColumn.map { term("o.\(SQLText.name($0.name))") } ?? 0
    let element: RowPlan.Value
    if target == nil {
      let form = form(property.type, column, of: table)
      element = .scalar(term: term("o.\(SQLText.name(column.name))"), column: column.name, form)
    } else {
      element = .link(try link(property, column, table, term), column: column.name)
    }
    try checkOwners(of: table, owner, plan)
    let source = try source(table, owner.columns[0])
    let order = position.map { SQLText.name($0.name) } ?? table.rowID ?? SQLText.name(column.name)
    let sql =
      "SELECT \(terms.joined(separator: ", ")) FROM \(source) AS o "
      + "WHERE o.\(SQLText.name(owner.columns[0])) = ? ORDER BY o.\(order)"
    return .elements(
      RowPlan.Elements(
        table: table.name, owner: try ownerTerm(owner, plan), query: RowQuery(database) { sql }, isMap: property.collection == .map,
        key: key,
        element: element))
  }

  // Returns the term of the value by which a foreign key of another table refers to a row of the plan.
  private func ownerTerm(_ key: StoreTable.ForeignKey, _ plan: RowPlan) throws(ImportFailure) -> Int {
    guard let name = key.targets?.first ?? (plan.table.key.count == 1 ? plan.table.key[0] : nil), let column = plan.table.column(name)
    else {
      throw failure("a foreign key refers to '\(plan.table.name)', whose primary key has several columns or none")
    }
    return plan.column(column.name)
  }

  // Throws if elements belong to no object. They would be omitted, because elements are read by their owners.
  private func checkOwners(of table: StoreTable, _ key: StoreTable.ForeignKey, _ plan: RowPlan) throws(ImportFailure) {
    let owner = "o.\(SQLText.name(key.columns[0]))"
    guard let name = key.targets?.first ?? (plan.table.key.count == 1 ? plan.table.key[0] : nil) else { return }
    // The comparison is that of a parameter with the column: without the affinity of the owner's column.
    let sql =
      "SELECT count(*) FROM \(SQLText.name(table.name)) AS o WHERE \(owner) IS NULL OR \(owner) NOT IN "
      + "(SELECT +p.\(SQLText.name(name)) FROM \(SQLText.name(plan.table.name)) AS p WHERE p.\(SQLText.name(name)) IS NOT NULL)"
    let count: Int
    do throws(SQLiteError) {
      guard case .integer(let number)? = try database.rows(sql).first?.first else { return }
      count = Int(number)
    } catch {
      throw failure(error.description)
    }
    if danglingIsNil { return orphans += count }
    guard count == 0 else {
      throw failure(
        "\(count == 1 ? "1 row" : "\(count) rows") of '\(table.name)' \(count == 1 ? "belongs" : "belong") to no row of "
          + "'\(plan.table.name)'; with '--dangling nil', such rows are omitted")
    }
  }

  // Returns the table, or an indexed copy of it if no index finds the rows of one owner. The rows of the copy have the same
  // order.
  private func source(_ table: StoreTable, _ owner: String) throws(ImportFailure) -> String {
    let folded = SQLNames.folded(owner)
    let isIndexed =
      table.key.first.map { SQLNames.folded($0) == folded } ?? false
      || table.indexes.contains { index in !index.isPartial && (index.columns.first ?? nil).map { SQLNames.folded($0) == folded } ?? false }
    if isIndexed { return SQLText.name(table.name) }
    let copy = "temp.\(SQLText.name("_ashlar_\(table.name)"))"
    let columns = table.columns.map { SQLText.name($0.name) }.joined(separator: ", ")
    let statements = [
      "CREATE TEMP TABLE IF NOT EXISTS \(SQLText.name("_ashlar_\(table.name)")) AS SELECT \(columns) FROM main.\(SQLText.name(table.name)) "
        + "ORDER BY \(table.rowID ?? columns)",
      "CREATE INDEX IF NOT EXISTS temp.\(SQLText.name("_ashlar_\(table.name)_\(owner)")) "
        + "ON \(SQLText.name("_ashlar_\(table.name)")) (\(SQLText.name(owner)))",
    ]
    do throws(SQLiteError) {
      for statement in statements { try database.execute(statement) }
    } catch {
      throw failure(error.description)
    }
    return copy
  }

  // MARK: - Embedded objects

  private func embedded(
    _ property: PropertyModel, _ target: EntityModel, _ place: StoreCatalog.Place?, _ plan: RowPlan
  ) throws(ImportFailure) -> RowPlan.Value {
    guard let place else {
      throw failure(
        "'\(plan.model.name).\(property.name)' is an embedded object: only databases that 'ashlar export' has made contain such objects. "
          + "Make '\(target.name)' an object type, and the property a link")
    }
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
        "SELECT o.\(SQLText.name(CollectionTable.row)), o.\(SQLText.name(CollectionTable.key)) FROM \(SQLText.name(table.name)) AS o "
        + "WHERE o.\(SQLText.name(CollectionTable.owner)) = ? ORDER BY o.\(SQLText.name(CollectionTable.position))"
      entries = RowQuery(database) { sql }
    } else {
      ownerKey = child.table.foreignKeys.first { $0.columns == [ownerColumn] }
    }
    guard let ownerKey, child.table.column(ownerColumn) != nil else {
      throw failure("the table '\(childName)' has no foreign key '\(ownerColumn)' to the owners of its objects")
    }
    // All columns of an embedded type's table that refer to owners are read.
    use(child.table, ownerColumn)
    let order = child.table.columns.first { $0.name.hasPrefix("_position") && $0.affinity == .integer }
    if let order { use(child.table, order.name) }
    let terms = { [unowned child] in child.terms.joined(separator: ", ") }
    let query = RowQuery(database) {
      "SELECT \(terms()) FROM \(SQLText.name(childName)) AS o WHERE o.\(SQLText.name(ownerColumn)) = ?"
        + (order.map { " ORDER BY o.\(SQLText.name($0.name))" } ?? "")
    }
    return .embedded(
      RowPlan.Embedded(
        owner: try ownerTerm(ownerKey, plan), isSingle: property.collection == .none, entries: entries, query: query, plan: child))
  }
}
