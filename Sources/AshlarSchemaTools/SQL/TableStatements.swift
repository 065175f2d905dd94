package import AshlarSchema

/// The statements that create a server's tables for the asymmetric types of a schema.
package enum TableStatements {
  /// Returns the statements for all tables, separated by blank lines; nil if the schema has no asymmetric type.
  package static func create(_ schema: SchemaModel) -> String? {
    let entities = schema.entities.filter { $0.kind == .asymmetric }
    if entities.isEmpty { return nil }
    return entities.map { create($0, in: schema) }.joined(separator: "\n")
  }

  /// Returns the statements for the table of one type.
  static func create(_ entity: EntityModel, in schema: SchemaModel) -> String {
    let table = PostgreSQLText.name(entity.storedName)
    let columns = PostgreSQLColumn.columns(of: entity, in: schema)
    var lines = columns.map { "  \(definition($0))" }
    lines += columns.compactMap { check($0, entity, schema) }.map { "  \($0)" }
    let rules = RuleStatements(entity, in: schema)
    lines += rules.checks.map { "  \($0.text)" }
    lines += columns.filter(\.isKey).map { "  PRIMARY KEY (\(PostgreSQLText.name($0.name)))" }
    var text = "CREATE TABLE \(table) (\n\(lines.joined(separator: ",\n"))\n);\n"
    for property in entity.columns where property.isIndexed && !property.isPrimaryKey && !rules.isUnique(property) {
      text += index(property.storedName, table)
    }
    text += rules.statements(table) + rules.comments.joined()
    return text + comments(entity, table)
  }

  static func definition(_ column: PostgreSQLColumn) -> String {
    "\(PostgreSQLText.name(column.name)) \(column.type.rawValue)\(column.isNullable ? "" : " NOT NULL")"
  }

  static func index(_ column: String, _ table: String) -> String { "CREATE INDEX ON \(table) (\(PostgreSQLText.name(column)));\n" }

  private static func comments(_ entity: EntityModel, _ table: String) -> String {
    var text = ""
    if let documentation = entity.documentation { text += "COMMENT ON TABLE \(table) IS \(PostgreSQLText.literal(documentation));\n" }
    if entity.primaryKey == nil {
      text +=
        "COMMENT ON COLUMN \(table).\(PostgreSQLText.name(PostgreSQLColumn.rowName)) IS "
        + "'Made when the object was created: the same however often it is sent.';\n"
    }
    for property in entity.columns { text += comment(property, table) }
    return text
  }

  static func comment(_ property: PropertyModel, _ table: String) -> String {
    guard let documentation = property.documentation else { return "" }
    return "COMMENT ON COLUMN \(table).\(PostgreSQLText.name(property.storedName)) IS \(PostgreSQLText.literal(documentation));\n"
  }

  // MARK: - Enums

  /// Returns the constraint of an enum's column; nil for any other column, or if rows may have raw values that the schema does not list.
  static func check(_ column: PostgreSQLColumn, _ entity: EntityModel, _ schema: SchemaModel) -> String? {
    guard let ordinal = column.ordinal, let values = cases(entity.properties[ordinal], schema) else { return nil }
    let name = PostgreSQLText.name(constraint(column.name))
    return "CONSTRAINT \(name) CHECK (\(PostgreSQLText.name(column.name)) IN (\(values.joined(separator: ", "))))"
  }

  /// Returns the raw values of an enum's cases as SQL literals; nil if the property is a collection or not an enum, or if it may have other
  /// raw values.
  static func cases(_ property: PropertyModel, _ schema: SchemaModel) -> [String]? {
    guard property.collection == .none, let name = property.enumName, let item = schema.enums.first(where: { $0.name == name }),
      item.unknownCase == nil, !item.cases.isEmpty
    else { return nil }
    return item.cases.compactMap { value in
      switch value.rawValue {
      case .string(let text): PostgreSQLText.literal(text)
      case .int(let number): "\(number)"
      // Without the cast, the literal would be a `numeric`, to which a `real` value would not compare equal.
      case .double(let number): "CAST('\(number)' AS \(item.rawType.kind.postgreSQL?.rawValue ?? "real"))"
      default: nil
      }
    }
  }

  /// Returns the name of a column's constraint: at most 63 bytes, so that PostgreSQL does not truncate it.
  /// - Parameter ending: The rest of the name. If the name is too long, a hash replaces the column, or the whole name if that does not
  ///   suffice.
  package static func constraint(_ column: String, _ ending: String = " is a case") -> String {
    if column.utf8.count + ending.utf8.count <= 63 { return column + ending }
    func hash(_ text: String) -> String {
      String(text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
    }
    return ending.utf8.count > 47 ? hash(column + ending) : hash(column) + ending
  }
}
