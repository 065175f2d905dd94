internal import AshlarInspection
internal import AshlarSchema

extension ImportPlanner {
  /// Returns the terms of a link in one column of a table.
  func link(
    _ property: PropertyModel, _ column: StoreTable.Column, _ table: StoreTable, _ term: (String) -> Int
  ) throws(ImportFailure) -> RowPlan.LinkTerms {
    let other = try self.table(of: try target(of: property))
    let folded = SQLNames.folded(column.name)
    let foreign = table.foreignKeys.first { key in
      key.columns.count == 1 && SQLNames.folded(key.columns[0]) == folded && catalog.table(key.table)?.name == other.name
    }
    return try link(property, [column.name], foreign, table, term)
  }

  /// Returns the terms of a link.
  /// - Parameters:
  ///   - columns: The columns that refer to the target.
  ///   - foreign: Their foreign key; nil if the database declares none, in which case the only column refers to the target's key.
  func link(
    _ property: PropertyModel, _ columns: [String], _ foreign: StoreTable.ForeignKey?, _ table: StoreTable, _ term: (String) -> Int
  ) throws(ImportFailure) -> RowPlan.LinkTerms {
    let target = try target(of: property)
    let other = try self.table(of: target)
    for name in columns { use(table, table.column(name)?.name ?? name) }
    let keys = try keyColumns(of: target, in: other)
    // The columns to which `columns` refer: those of the foreign key, or the primary key. If they refer to the rowid, `isRowID` is true,
    // because the rowid is not a column.
    let referenced = foreign == nil && !keys.isEmpty ? keys.map(\.column.name) : foreign?.targets ?? other.key
    let isRowID = foreign == nil && keys.isEmpty && columns.count == 1 && other.rowID != nil
    guard isRowID || referenced.count == columns.count && referenced.allSatisfy({ other.column($0) != nil }) else {
      throw failure(
        "'\(table.name).\(columns.joined(separator: ", "))' cannot refer to rows of '\(other.name)': the database declares no foreign key "
          + "to its primary key or to unique columns")
    }
    if !isRowID { try checkUnique(referenced, other, target, for: "'\(table.name).\(columns.joined(separator: ", "))' refers") }
    let values = columns.map { "o.\(SQLText.name(table.column($0)?.name ?? $0))" }
    let terms: [(name: String, value: String)] =
      isRowID ? [(other.rowID ?? "", values[0])] : zip(referenced, values).map { (other.column($0)?.name ?? $0, $1) }
    let parent = "\(other.source) AS p"
    let condition = isRowID ? "p.\(terms[0].name) = +\(values[0])" : Self.match(terms.map(\.name), values)
    // If the columns refer to the key itself, and equal values are stored as the same value, the values identify the target.
    let own = keys.compactMap { key in terms.first { $0.name == key.column.name }?.value }
    let isNumber = isRowID || keys.isEmpty && terms.count == 1 && terms[0].name == other.rowIDColumn
    let isExact = isNumber ? table.column(columns[0])?.affinity == .integer : table.isComparedExactly(columns, to: other, referenced)
    // The types must not equate values that SQLite distinguishes, such as the texts of a UUID in capitals and in lowercase.
    let isLiteral = keys.allSatisfy { Self.isLiteral($0.property.type, $0.column) }
    let isIdentity = isExact && (isNumber || !keys.isEmpty && own.count == keys.count && isLiteral)
    let exists = danglingIsNil || !isIdentity ? term("EXISTS (SELECT 1 FROM \(parent) WHERE \(condition))") : nil
    var identity: [Int] = []
    if isIdentity {
      identity = (isNumber ? [terms[0].value] : own).map(term)
    } else if keys.isEmpty {
      let numbered = try number(of: other)
      identity = [term("(SELECT \(numbered) WHERE \(condition))")]
    } else {
      identity = keys.map { term("(SELECT p.\(SQLText.name($0.column.name)) FROM \(parent) WHERE \(condition))") }
    }
    return RowPlan.LinkTerms(
      values: values.map(term), identity: identity, exists: exists, keys: keys.map { form($0.property.type, $0.column, of: other) },
      target: target.name)
  }

  // Returns whether different values of a column are different values of a property, or are refused.
  private static func isLiteral(_ type: ValueType, _ column: StoreTable.Column) -> Bool {
    switch type.form {
    case .string: column.affinity == .text
    case .integer: column.affinity == .integer
    case .bool, .float, .double, .data, .date, .decimal, .objectId, .uuid, .any, .object: false
    }
  }

  /// Throws if several rows of a table can have the values to which columns of another table refer: the choice would be arbitrary.
  /// - Parameters:
  ///   - type: The type of the table's objects. If the columns are its primary key, rows with equal values are refused.
  ///   - subject: The columns that refer to the table, and the verb.
  func checkUnique(_ columns: [String], _ table: StoreTable, _ type: EntityModel, for subject: String) throws(ImportFailure) {
    if table.identifies(columns) { return }
    let keys = try keyColumns(of: type, in: table).map(\.column)
    // By another collation, one value can refer to several keys.
    let names = Set(columns.map(SQLNames.folded))
    if !keys.isEmpty, keys.allSatisfy(\.isBinary), names == Set(keys.map { SQLNames.folded($0.name) }) { return }
    throw failure(
      "\(subject) to '\(table.name).\(columns.joined(separator: ", "))', which is not unique, so one value can identify several rows: "
        + "create a unique index for it, with the collation of the column, or remove the property from the schema")
  }

  /// Returns the type to which a property links.
  func target(of property: PropertyModel) throws(ImportFailure) -> EntityModel {
    guard let target = property.target.flatMap({ types[$0] }) else {
      throw failure("the schema lacks the target of '\(property.name)'")
    }
    return target
  }

  // Returns the properties of the primary key of a type with their columns, in the order of the key.
  private func keyColumns(
    of type: EntityModel, in table: StoreTable
  ) throws(ImportFailure) -> [(property: PropertyModel, column: StoreTable.Column)] {
    var keys: [(property: PropertyModel, column: StoreTable.Column)] = []
    for ordinal in type.keyColumns {
      let property = type.properties[ordinal]
      guard let column = table.column(catalog.places[type.name]?[property.name]?.column ?? property.name) else {
        throw failure("the table '\(table.name)' has no column '\(property.name)', which the primary key of '\(type.name)' contains")
      }
      keys.append((property, column))
    }
    return keys
  }

  // Returns the term for the number of a row `p`, followed by the FROM clause that it requires. The rows of a table without rowids are
  // numbered in the order in which they are read.
  private func number(of table: StoreTable) throws(ImportFailure) -> String {
    if let rowID = table.rowID { return "p.\(rowID) FROM \(table.source) AS p" }
    guard !table.key.isEmpty else {
      throw failure(
        "columns of '\(table.name)' have all names of the rowid, which identifies the targets of links because the type has no primary key: "
          + "rename a column, or declare 'primaryKey' for the type")
    }
    // Text in the columns of the copy is compared byte for byte.
    let join = table.key.enumerated().map { "r.k\($0) = p.\(SQLText.name($1))" }.joined(separator: " AND ")
    let rows = { (copy: String) in "r.n FROM \(table.source) AS p JOIN temp.\(copy) AS r ON \(join)" }
    if let known = numbered[table.name] { return rows(known) }
    let copy = temporaryName()
    numbered[table.name] = copy
    let columns = table.key.enumerated().map { "o.\(SQLText.name($1)) AS k\($0)" }.joined(separator: ", ")
    let keys = table.key.indices.map { "k\($0)" }.joined(separator: ", ")
    try execute([
      "CREATE TEMP TABLE \(copy) AS SELECT row_number() OVER (\(table.order(of: "o"))) AS n, \(columns) FROM \(table.source) AS o",
      "CREATE INDEX temp.\(temporaryName()) ON \(copy) (\(keys))",
    ])
    return rows(copy)
  }

  /// Returns the condition that a row `p` is the one to which values of a row `o` refer. As in the foreign keys of SQLite, the columns of
  /// `p` determine how values are converted and compared: the unary plus removes the affinity of the other columns, and the collation of
  /// the left operand has precedence.
  static func match(_ columns: [String], _ values: [String]) -> String {
    zip(columns, values).map { "p.\(SQLText.name($0)) = +\($1)" }.joined(separator: " AND ")
  }

  /// Returns a new name for a temporary table or an index of one, in quotes.
  func temporaryName() -> String {
    temporaryCount += 1
    return SQLText.name("_ashlar_\(temporaryCount)")
  }

  /// Executes statements that create or change only temporary tables.
  func execute(_ statements: [String]) throws(ImportFailure) {
    do throws(SQLiteError) {
      for statement in statements { try database.execute(statement) }
    } catch {
      throw failure(error.description)
    }
  }
}
