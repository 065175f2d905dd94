internal import AshlarInspection
internal import AshlarSchema

/// A reference of the rows of a table to the rows that own them.
struct OwnerReference {
  /// The columns of the reference.
  let columns: [String]
  let parent: StoreTable
  /// The columns of `parent` to which `columns` refer.
  let names: [String]
  /// The property whose values the rows are; nil if the schema lacks it.
  let property: String?

  /// The condition that a row `p` is the owner of a row `o`.
  var condition: String { ImportPlanner.match(names, columns.map { "o.\(SQLText.name($0))" }) }
}

extension ImportPlanner {
  /// Returns the terms of the columns to which a foreign key of another table refers.
  func ownerTerms(_ key: StoreTable.ForeignKey, of table: StoreTable, _ plan: RowPlan) throws(ImportFailure) -> [Int] {
    try ownerColumns(key, of: table, plan).map { plan.column($0) }
  }

  /// Returns the columns of a plan's table to which a foreign key of another table refers. Throws if they can be equal in several rows:
  /// these rows would all own the elements.
  func ownerColumns(_ key: StoreTable.ForeignKey, of table: StoreTable, _ plan: RowPlan) throws(ImportFailure) -> [String] {
    let names = key.targets ?? plan.table.key
    let columns = names.compactMap { plan.table.column($0)?.name }
    let label = "'\(table.name).\(key.columns.joined(separator: ", "))'"
    guard columns.count == key.columns.count, names.count == columns.count else {
      throw failure("\(label) refers to '\(plan.table.name)' by \(key.columns.count) columns, which is not the number in its primary key")
    }
    try checkUnique(columns, plan.table, plan.model, for: "\(label) refers")
    return columns
  }

  // MARK: - Rows without an owner

  /// Throws if rows of a table belong to no object: only the rows of an owner are read, so they would be omitted. With `danglingIsNil`,
  /// adds a sentence to `orphans` instead.
  func checkOwners(of table: StoreTable, _ key: StoreTable.ForeignKey, _ plan: RowPlan) throws(ImportFailure) {
    let names = try ownerColumns(key, of: table, plan)
    try checkOwners(of: table, [OwnerReference(columns: key.columns, parent: plan.table, names: names, property: nil)])
  }

  /// Checks the rows of all embedded objects that are read, and of the maps that contain some. The plans must be complete.
  func checkEmbedded() throws(ImportFailure) {
    for type in types.values where type.kind == .embedded { try addUnread(type) }
    for name in owners.keys.sorted(by: { $0.isBefore($1) }) {
      guard let table = catalog.table(name), let references = owners[name] else { continue }
      try checkOwners(of: table, references)
    }
    try checkCircles()
  }

  // Adds the references of an exported type to owners whose properties the schema lacks. The rows that have such an owner are not lost
  // without a message, because the columns are listed as not imported.
  private func addUnread(_ type: EntityModel) throws(ImportFailure) {
    guard let index = catalog.layout?.table(of: type.name), let exported = catalog.layout?.tables[index],
      let table = catalog.table(exported.name), isPlanned(type)
    else { return }
    var references = owners[table.name] ?? []
    for owner in exported.owners where !references.contains(where: { $0.columns == [owner.name] }) {
      guard table.column(owner.name) != nil, let parent = catalog.table(owner.table), parent.column(owner.key) != nil else { continue }
      references.append(OwnerReference(columns: [owner.name], parent: parent, names: [owner.key], property: nil))
    }
    owners[table.name] = references
  }

  private func checkOwners(of table: StoreTable, _ references: [OwnerReference]) throws(ImportFailure) {
    let properties = references.compactMap(\.property)
    for (index, reference) in references.enumerated() {
      guard let other = references[..<index].first(where: { $0.columns == reference.columns }) else { continue }
      throw failure(
        "the rows of '\(table.name)' would be objects of both '\(other.property ?? "")' and '\(reference.property ?? "")', because both "
          + "are found by '\(table.name).\(reference.columns.joined(separator: ", "))': remove one of the properties from the schema")
    }
    let terms = references.map { "EXISTS (SELECT 1 FROM \($0.parent.source) AS p WHERE \($0.condition))" }
    let count = terms.isEmpty ? "0" : terms.joined(separator: " + ")
    let sql =
      "SELECT coalesce(sum(n = 0), 0), coalesce(sum(n > 1), 0) FROM (SELECT \(count) AS n FROM \(table.source) AS o NOT INDEXED)"
    guard let row = try rows(sql).first, case .integer(let lost) = row[0], case .integer(let shared) = row[1] else { return }
    guard shared == 0 else {
      throw failure(
        "\(Self.rowCount(shared)) of '\(table.name)' \(shared == 1 ? "belongs" : "belong") to several objects, by "
          + "'\(references.map { $0.columns.joined(separator: ", ") }.joined(separator: "', '"))', and an embedded object has one owner"
          + (properties.count > 1 ? ", in one of \(properties.map { "'\($0)'" }.joined(separator: ", "))" : "")
          + ": set all but one of these columns to NULL")
    }
    try addOrphans(Int(lost), of: table, references.map(\.parent.name))
  }

  // Throws if rows have no owner. With `danglingIsNil`, adds a sentence to `orphans` instead.
  private func addOrphans(_ count: Int, of table: StoreTable, _ parents: [String]) throws(ImportFailure) {
    if count == 0 { return }
    let distinct = Set(parents).sorted { $0.isBefore($1) }
    let names = distinct.isEmpty ? "any table" : distinct.map { "'\($0)'" }.joined(separator: " or ")
    let text = "\(Self.rowCount(Int64(count))) of '\(table.name)' \(count == 1 ? "belongs" : "belong") to no row of \(names)"
    if danglingIsNil { return orphans.append("\(text) and \(count == 1 ? "was" : "were") omitted.") }
    throw failure("\(text); with '--dangling nil', such rows are omitted")
  }

  private static func rowCount(_ count: Int64) -> String { count == 1 ? "1 row" : "\(count) rows" }

  // MARK: - Circles

  // Checks the rows of tables that can own each other: rows in a circle have an owner, and are yet part of no object. Each row has at most
  // one owner, so the rows that belong to objects are those of trees.
  private func checkCircles() throws(ImportFailure) {
    let tables = owners.keys.filter(ownsItself).sorted { $0.isBefore($1) }
    if tables.isEmpty { return }
    let numbers = Dictionary(uniqueKeysWithValues: tables.enumerated().map { ($1, $0) })
    let copy = temporaryName()
    // Each row with its table, and those of its owner; the table is -1 if rows of the owner's table cannot be in a circle.
    var statements = ["CREATE TEMP TABLE \(copy) (t INTEGER, id INTEGER, pt INTEGER, pid INTEGER)"]
    for (number, name) in tables.enumerated() {
      guard let table = catalog.table(name) else { continue }
      for reference in owners[name] ?? [] {
        let parent = numbers[reference.parent.name]
        statements.append(
          "INSERT INTO temp.\(copy) SELECT \(number), \(try rowID(table, "o")), \(parent ?? -1), "
            + "\(parent == nil ? "0" : try rowID(reference.parent, "p")) "
            + "FROM \(table.source) AS o JOIN \(reference.parent.source) AS p ON \(reference.condition)")
      }
    }
    try execute(statements + ["CREATE INDEX temp.\(temporaryName()) ON \(copy) (pt, pid)"])
    let sql =
      "WITH RECURSIVE r (t, id) AS (SELECT t, id FROM temp.\(copy) WHERE pt = -1 UNION ALL "
      + "SELECT e.t, e.id FROM r CROSS JOIN temp.\(copy) AS e ON e.pt = r.t AND e.pid = r.id) "
      + "SELECT (SELECT count(*) FROM temp.\(copy)) - (SELECT count(*) FROM r)"
    guard case .integer(let count)? = try rows(sql).first?.first, count > 0 else { return }
    let names = tables.map { "'\($0)'" }.joined(separator: ", ")
    let text =
      "\(Self.rowCount(count)) of \(names) \(count == 1 ? "belongs" : "belong") to no object, because rows own each other in a circle"
    if danglingIsNil { return orphans.append("\(text), and \(count == 1 ? "was" : "were") omitted.") }
    throw failure("\(text); with '--dangling nil', such rows are omitted")
  }

  // Returns whether rows of a table can own rows of the same table, directly or not.
  private func ownsItself(_ table: String) -> Bool {
    var found: Set<String> = []
    var next = [table]
    while let name = next.popLast() {
      for reference in owners[name] ?? [] where found.insert(reference.parent.name).inserted { next.append(reference.parent.name) }
    }
    return found.contains(table)
  }

  private func rowID(_ table: StoreTable, _ alias: String) throws(ImportFailure) -> String {
    guard let rowID = table.rowID else {
      throw failure("rows of '\(table.name)' can own each other, and the table has no rowid, which such tables require")
    }
    return "\(alias).\(rowID)"
  }

  private func rows(_ sql: String) throws(ImportFailure) -> [[SQLiteValue]] {
    do throws(SQLiteError) { return try database.rows(sql) } catch { throw failure(error.description) }
  }
}
