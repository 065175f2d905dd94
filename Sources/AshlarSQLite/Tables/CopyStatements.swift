internal import AshlarSchema

/// The statements that create the tables, indexes, triggers and views of a copy, and those that insert rows.
struct CopyStatements {
  private(set) var layout: CopyLayout
  /// The statements to execute before rows are inserted.
  private(set) var tables: [String] = []
  /// The statements to execute after all rows have been inserted: indexes, triggers and views.
  private(set) var rest: [String] = []
  /// A sentence for each rule that the copy does not state.
  private(set) var notes: [String] = []

  // The enums that do not accept every raw value, by name.
  private let enums: [String: EnumModel]

  /// - Parameter enums: The enums of the properties. A file does not contain the cases of those that are not checked.
  init(_ layout: CopyLayout, enums: [EnumModel] = []) {
    self.layout = layout
    self.enums = Dictionary(enums.filter { $0.unknownCase == nil && !$0.cases.isEmpty }.map { ($0.name, $0) }) { first, _ in first }
    tables.append(
      """
      CREATE TABLE \(SQLText.name(CopyLayout.propertiesName)) (
        "type" TEXT NOT NULL, "kind" TEXT NOT NULL, "ordinal" INTEGER NOT NULL, "property" TEXT NOT NULL, "declaration" TEXT NOT NULL,
        "primaryKey" BOOLEAN NOT NULL, "indexed" BOOLEAN NOT NULL, "table" TEXT NOT NULL, "column" TEXT NOT NULL,
        PRIMARY KEY ("type", "ordinal")
      ) WITHOUT ROWID
      """)
    tables.append("CREATE TABLE \(SQLText.name(CopyLayout.schemaName)) (\"descriptor\" BLOB NOT NULL)")
    for table in layout.tables {
      addTable(table)
      for collection in table.collections { tables.append(create(collection, of: table)) }
    }
    for table in layout.tables { addIndexes(table) }
    for table in layout.tables { addNumbering(table) }
    for table in layout.tables {
      let triggers = DeleteTriggers(table, in: layout)
      rest += triggers.statements(&self.layout)
    }
    for table in layout.tables where !table.isEmbedded {
      rest.append(CopyView.statement(table, named: self.layout.unique("\(table.name)_view"), in: layout))
    }
  }

  // MARK: - Tables

  private mutating func addTable(_ table: ObjectTable) {
    var parts: [String] = []
    let compound = compoundKey(table)
    if table.key == nil {
      parts.append("\(SQLText.name(table.keyName)) INTEGER \(compound == nil ? "PRIMARY KEY" : "UNIQUE")")
    }
    for owner in table.owners {
      parts.append(
        "\(SQLText.name(owner.name)) \(owner.type) REFERENCES \(SQLText.name(owner.table)) (\(SQLText.name(owner.key))) ON DELETE CASCADE")
    }
    if let name = table.positionName { parts.append("\(SQLText.name(name)) INTEGER") }
    for column in table.columns { parts.append(definition(column, of: table)) }
    if table.owners.count == 1 {
      parts.append("CHECK (\(SQLText.name(table.owners[0].name)) IS NOT NULL)")
    } else if table.owners.count > 1 {
      parts.append("CHECK (\(table.owners.map { "(\(SQLText.name($0.name)) IS NOT NULL)" }.joined(separator: " + ")) = 1)")
    }
    for rule in table.model.rules {
      switch TableCheck(rule, table, layout.dates).result {
      case .elsewhere: break
      case .condition(let text): parts.append("CHECK (\(text))")
      case .unstated: notes.append("The copy does not state the \(rule.name(of: table.model.name)).")
      }
    }
    if let compound { parts.append("PRIMARY KEY (\(SQLText.names(compound)))") }
    tables.append("CREATE TABLE \(SQLText.name(table.name)) (\n  \(parts.joined(separator: ",\n  "))\n)")
  }

  // Links refer to the number of the row. If the primary key has several columns, the number is in another column, to which SQLite assigns
  // no values; a trigger assigns them.
  private mutating func addNumbering(_ table: ObjectTable) {
    guard table.key == nil, let columns = compoundKey(table) else { return }
    let (name, row) = (SQLText.name(table.name), SQLText.name(table.keyName))
    let condition = columns.map { "\(SQLText.name($0)) = NEW.\(SQLText.name($0))" }.joined(separator: " AND ")
    rest.append(
      "CREATE TRIGGER \(SQLText.name(layout.unique("\(table.name)_number"))) AFTER INSERT ON \(name) WHEN NEW.\(row) IS NULL "
        + "BEGIN UPDATE \(name) SET \(row) = (SELECT ifnull(max(\(row)), -1) + 1 FROM \(name)) WHERE \(condition); END")
  }

  // Returns the columns of a primary key of several properties; nil if the type has no such key, or if different keys can be equal in the
  // copy.
  private func compoundKey(_ table: ObjectTable) -> [String]? {
    guard let names = table.model.compoundKey, !isAnyRounded(names, table) else { return nil }
    return names.compactMap(table.columnName)
  }

  private mutating func definition(_ column: ObjectTable.Column, of table: ObjectTable) -> String {
    let property = table.model.properties[column.ordinal]
    var text = "\(SQLText.name(column.name)) \(column.type)"
    if column.ordinal == table.key { text += " PRIMARY KEY" }
    let isNullable = property.storesNil || property.type == .any
    if !isNullable || table.model.rules.contains(.required(property.name)) { text += " NOT NULL" }
    // If the enum is checked, its rule becomes a condition of the table instead.
    let isChecked = table.model.rules.contains { $0.kind == .oneOf && $0.properties == [property.name] }
    if !isChecked, let condition = cases(of: property, column.name, in: table) { text += " CHECK (\(condition))" }
    if let target = column.target {
      let action = Self.action(property, of: table.model)
      text += " REFERENCES \(Self.reference(layout.tables[target])) ON DELETE \(action)"
    }
    return text
  }

  // Returns the condition that a column contains the raw value of a case; nil if other values are permitted or the cases are unknown. Also
  // returns nil, and adds a note, if SQLite may not read a raw value exactly.
  private mutating func cases(of property: PropertyModel, _ column: String, in table: ObjectTable) -> String? {
    guard let cases = property.enumName.flatMap({ enums[$0] })?.cases else { return nil }
    let values = cases.map(\.rawValue)
    let texts = values.compactMap { SQLText.literal($0) }
    if texts.count == values.count { return "\(SQLText.name(column)) IN (\(texts.joined(separator: ", ")))" }
    let rule = EntityRule.oneOf(property.name, values).name(of: table.model.name)
    notes.append("The copy does not state the \(rule), because SQLite may not read a raw value exactly.")
    return nil
  }

  // Returns the `ON DELETE` action of the foreign key of a link.
  private static func action(_ property: PropertyModel, of type: EntityModel) -> String {
    if type.rules.contains(.targetDeleted(property.name, .cascade)) { return "CASCADE" }
    // Unlike RESTRICT, NO ACTION permits a statement that deletes both rows.
    return type.rules.contains(.targetDeleted(property.name, .deny)) ? "NO ACTION" : "SET NULL"
  }

  private static func reference(_ table: ObjectTable) -> String { "\(SQLText.name(table.name)) (\(SQLText.name(table.keyName)))" }

  private mutating func create(_ collection: CollectionTable, of table: ObjectTable) -> String {
    let property = table.model.properties[collection.ordinal]
    let owner = SQLText.name(CollectionTable.owner)
    var parts = [
      "\(owner) \(table.keyType) NOT NULL REFERENCES \(Self.reference(table)) ON DELETE CASCADE",
      "\(SQLText.name(CollectionTable.position)) INTEGER NOT NULL",
    ]
    if collection.kind == .map { parts.append("\(SQLText.name(CollectionTable.key)) TEXT NOT NULL") }
    let value = "\(SQLText.name(CollectionTable.value)) \(collection.type)\(collection.isOptional ? "" : " NOT NULL")"
    switch collection.element {
    case .scalar, .any: parts.append(value + (cases(of: property, CollectionTable.value, in: table).map { " CHECK (\($0))" } ?? ""))
    case .link(let target):
      // A deleted object is removed from lists and sets; in a map, the value of the entry becomes nil.
      let removal = collection.kind == .map ? "SET NULL" : "CASCADE"
      let action = table.model.rules.contains(.targetDeleted(property.name, .deny)) ? "NO ACTION" : removal
      parts.append("\(value) REFERENCES \(Self.reference(layout.tables[target])) ON DELETE \(action)")
    case .embedded: parts.insert("\(SQLText.name(CollectionTable.row)) INTEGER PRIMARY KEY", at: 0)
    }
    let place = "(\(owner), \(SQLText.name(CollectionTable.position)))"
    if Self.isUnique(collection, property, layout.dates) { parts.append("UNIQUE (\(owner), \(SQLText.name(CollectionTable.value)))") }
    if collection.kind == .map { parts.append("UNIQUE (\(owner), \(SQLText.name(CollectionTable.key)))") }
    if case .embedded = collection.element {
      parts.append("UNIQUE \(place)")
      return "CREATE TABLE \(SQLText.name(collection.name)) (\n  \(parts.joined(separator: ",\n  "))\n)"
    }
    parts.append("PRIMARY KEY \(place)")
    return "CREATE TABLE \(SQLText.name(collection.name)) (\n  \(parts.joined(separator: ",\n  "))\n) WITHOUT ROWID"
  }

  // Returns whether different elements of a set are certain to differ in SQLite, which stores 0.0 and -0.0 as the same value. Dates can be
  // rounded to the same number.
  private static func isUnique(_ collection: CollectionTable, _ property: PropertyModel, _ dates: DateForm) -> Bool {
    guard collection.kind == .set, property.type.kind.number != .floatingPoint, property.type != .any else { return false }
    if case .embedded = collection.element { return false }
    return property.type != .date || dates == .text
  }

  // MARK: - Indexes

  private mutating func addIndexes(_ table: ObjectTable) {
    let type = table.model
    for owner in table.owners {
      let columns = owner.isList ? [owner.name, table.positionName ?? owner.name] : [owner.name]
      // A row has one owner. Its columns for other owners are NULL, and a unique index permits any number of NULL values.
      addIndex(on: table.name, named: owner.name, SQLText.names(columns), isUnique: true)
    }
    for column in table.columns where column.ordinal != table.key {
      let property = type.properties[column.ordinal]
      let hasIndexOfRule = type.rules.contains(.unique(UniqueRule([property.name]))) && !isRounded(property)
      // When a row is deleted, SQLite searches for the rows that refer to it.
      guard property.isIndexed || column.target != nil, !hasIndexOfRule else { continue }
      addIndex(on: table.name, named: column.name, SQLText.name(column.name), isUnique: property.isPrimaryKey)
    }
    for rule in type.rules { addIndex(rule, table) }
    for collection in table.collections {
      guard case .link = collection.element else { continue }
      addIndex(on: collection.name, named: CollectionTable.value, SQLText.name(CollectionTable.value), isUnique: false)
    }
  }

  private mutating func addIndex(_ rule: EntityRule, _ table: ObjectTable) {
    let named = { (name: String) in table.columnName(name) }
    switch rule {
    case .primaryKey where compoundKey(table) != nil: break
    case .primaryKey(let names):
      addIndex(on: table.name, named: "key", SQLText.names(names.compactMap(named)), isUnique: !hasRounded(names, table, rule))
    case .index(let names):
      addIndex(on: table.name, named: names.joined(separator: "_"), SQLText.names(names.compactMap(named)), isUnique: false)
    case .unique(let unique):
      if unique.properties.count == 1, hasRounded(unique.properties, table, rule) { return }
      let columns = unique.properties.compactMap(named)
      var terms = columns.map(SQLText.name)
      // A unique index of SQLite permits any number of NULL values; these terms are equal for all of them.
      if unique.nilCounts { terms = columns.flatMap { ["\(SQLText.name($0)) IS NULL", "ifnull(\(SQLText.name($0)), 0)"] } }
      var condition = ""
      if let required = unique.condition, let column = named(required.property) {
        condition = " WHERE \(SQLText.name(column)) " + (required.value.map { $0 ? "= 1" : "= 0" } ?? "IS NULL")
      }
      addIndex(
        on: table.name, named: columns.joined(separator: "_"), terms.joined(separator: ", "),
        isUnique: unique.properties.count == 1 || !hasRounded(unique.properties, table, rule), condition)
    case .range, .length, .count, .pattern, .oneOf, .required, .order, .holderDeleted, .targetDeleted: break
    }
  }

  // Returns whether different values of a property can be equal in the copy.
  private func isRounded(_ property: PropertyModel) -> Bool { property.type == .date && layout.dates == .unix }

  private func isAnyRounded(_ names: [String], _ table: ObjectTable) -> Bool {
    names.contains { table.model.column(storedAs: $0).map(isRounded) ?? false }
  }

  // Returns whether the copy cannot state that values are unique, because dates are rounded; if so, adds a note.
  private mutating func hasRounded(_ names: [String], _ table: ObjectTable, _ rule: EntityRule) -> Bool {
    guard isAnyRounded(names, table) else { return false }
    notes.append("The copy does not state the \(rule.name(of: table.model.name)), because dates that differ may be equal when rounded.")
    return true
  }

  private mutating func addIndex(on table: String, named name: String, _ terms: String, isUnique: Bool, _ condition: String = "") {
    let index = SQLText.name(layout.uniqueIndex("\(table)_\(name)_index"))
    rest.append("CREATE \(isUnique ? "UNIQUE " : "")INDEX \(index) ON \(SQLText.name(table)) (\(terms))\(condition)")
  }

  // MARK: - Rows

  /// Returns the statement that inserts a row into a table.
  static func insert(into table: String, _ columns: [String]) -> String {
    "INSERT INTO \(SQLText.name(table)) (\(SQLText.names(columns))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
  }
}
