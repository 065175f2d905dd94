internal import AshlarSchema

/// The rules of one asymmetric type as constraints and indexes of its table. A server must never reject an object that satisfies the rules,
/// because the object would be quarantined. If SQL cannot express a rule exactly, the statement is weaker, or a comment replaces it.
struct RuleStatements {
  let entity: EntityModel
  private let columns: [String: PostgreSQLColumn]

  init(_ entity: EntityModel, in schema: SchemaModel) {
    self.entity = entity
    let columns = entity.rules.isEmpty ? [] : PostgreSQLColumn.columns(of: entity, in: schema)
    self.columns = Dictionary(columns.map { ($0.name, $0) }) { first, _ in first }
  }

  // MARK: - Values

  /// A constraint of the table, without `CONSTRAINT`: its name, unquoted, and its condition.
  struct Check: Hashable {
    var name: String
    var condition: String
    var text: String { "CONSTRAINT \(PostgreSQLText.name(name)) CHECK (\(condition))" }
  }

  /// The constraints of single rows, in the order of the rules.
  var checks: [Check] { entity.rules.compactMap(check) }

  /// The rules that SQL cannot express, as comments.
  var comments: [String] {
    entity.rules.filter { hasNoSQL($0) }.map { rule in
      "-- No constraint states the \(rule.name(of: entity.storedName))\(rule.valueText.map { " (\($0))" } ?? "")."
        .split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
    }
  }

  private func hasNoSQL(_ rule: EntityRule) -> Bool {
    switch rule {
    case .range, .length, .count, .pattern, .required, .order: check(rule) == nil
    // The cases of enums are constraints of their columns.
    case .primaryKey, .unique, .index, .oneOf, .holderDeleted, .targetDeleted: false
    }
  }

  private func check(_ rule: EntityRule) -> Check? {
    switch rule {
    case .range(let name, let bounds):
      guard let column = columns[name], let condition = range(bounds, column) else { return nil }
      return Check(name: TableStatements.constraint(name, " is in range"), condition: condition)
    case .length(let name, let bounds):
      let function = columns[name]?.type == .bytea ? "octet_length" : "char_length"
      return Check(
        name: TableStatements.constraint(name, " has a length"), condition: count("\(function)(\(PostgreSQLText.name(name)))", bounds))
    case .count(let name, let bounds):
      // PostgreSQL has no function for the number of keys in an object.
      guard let property = entity.column(storedAs: name), property.collection != .map else { return nil }
      return Check(
        name: TableStatements.constraint(name, " has a count"),
        condition: count("jsonb_array_length(\(PostgreSQLText.name(name)))", bounds))
    case .pattern(let name, let text):
      guard let expression = (try? GlobPattern(text))?.regularExpression else { return nil }
      return Check(
        name: TableStatements.constraint(name, " matches"),
        condition: "\(PostgreSQLText.name(name)) COLLATE \"C\" ~ \(PostgreSQLText.literal(expression))")
    case .required(let name):
      return Check(name: TableStatements.constraint(name, " is required"), condition: "\(PostgreSQLText.name(name)) IS NOT NULL")
    case .order(let left, let relation, let right): return order(left, relation, right)
    case .primaryKey, .unique, .index, .oneOf, .holderDeleted, .targetDeleted: return nil
    }
  }

  private func count(_ function: String, _ bounds: CountBounds) -> String {
    guard let high = bounds.high else { return "\(function) >= \(bounds.low)" }
    if bounds.low == high { return "\(function) = \(high)" }
    return bounds.low == 0 ? "\(function) <= \(high)" : "\(function) BETWEEN \(bounds.low) AND \(high)"
  }

  private func range(_ bounds: ValueBounds, _ column: PostgreSQLColumn) -> String? {
    let name = PostgreSQLText.name(column.name)
    // The server rounds dates to microseconds, so a date next to an excluded bound may become equal to the bound.
    let isRounded = column.type == .timestamptz
    var parts: [String] = []
    if let low = bounds.low {
      guard let text = literal(low, column.type) else { return nil }
      parts.append("\(name) \(bounds.excludesLow && !isRounded ? ">" : ">=") \(text)")
    }
    if let high = bounds.high {
      guard let text = literal(high, column.type) else { return nil }
      parts.append("\(name) \(bounds.excludesHigh && !isRounded ? "<" : "<=") \(text)")
    }
    if column.type.hasNaN { parts.append("\(name) <> 'NaN'") }
    return parts.joined(separator: " AND ")
  }

  private func literal(_ value: DefaultValue, _ type: PostgreSQLType) -> String? {
    switch type {
    case .smallint, .integer, .bigint: return value.boundText
    case .real, .double, .numeric: return "CAST('\(value.boundText)' AS \(type.rawValue))"
    // PostgreSQL has no year 0.
    case .timestamptz: return value.boundText.hasPrefix("0000") ? nil : "TIMESTAMPTZ '\(value.boundText)'"
    case .boolean, .text, .bytea, .uuid, .jsonb: return nil
    }
  }

  private func order(_ left: String, _ relation: OrderRelation, _ right: String) -> Check? {
    guard let type = columns[left]?.type, type != .jsonb else { return nil }
    // Dates that differ may be equal after rounding.
    let isRounded = type == .timestamptz
    let symbol: String
    switch relation {
    case .notEqual where isRounded: return nil
    case .notEqual: symbol = "<>"
    case .less: symbol = isRounded ? "<=" : "<"
    case .lessOrEqual: symbol = "<="
    case .equal: symbol = "="
    }
    let names = [left, right].map(PostgreSQLText.name)
    var condition = "\(names[0]) \(symbol) \(names[1])"
    if type.hasNaN {
      condition += names.map { " AND \($0) <> 'NaN'" }.joined()
      // A rule accepts each value next to nil, also NaN, but for SQL, `NULL AND FALSE` is false.
      for name in [left, right] where columns[name]?.isNullable != false { condition += " OR \(PostgreSQLText.name(name)) IS NULL" }
    }
    return Check(name: TableStatements.constraint(left, " \(relation.symbol) \(right)"), condition: condition)
  }

  // MARK: - Rules of several rows

  /// Returns the statement for a unique rule or an index of several columns; nil for other rules.
  func statement(for rule: EntityRule, _ table: String) -> String? {
    switch rule {
    case .unique(let unique):
      let list = self.list(unique.properties)
      let nulls = unique.nilCounts ? " NULLS NOT DISTINCT" : ""
      guard let condition = unique.condition else { return "ALTER TABLE \(table) ADD UNIQUE\(nulls) (\(list));\n" }
      let name = PostgreSQLText.name(condition.property)
      let text = condition.value.map { $0 ? name : "NOT \(name)" } ?? "\(name) IS NULL"
      return "CREATE UNIQUE INDEX ON \(table) (\(list))\(nulls) WHERE \(text);\n"
    case .index(let names): return "CREATE INDEX ON \(table) (\(list(names)));\n"
    case .primaryKey, .range, .length, .count, .pattern, .oneOf, .required, .order, .holderDeleted, .targetDeleted: return nil
    }
  }

  /// Returns the statements for all unique rules and indexes of several columns.
  func statements(_ table: String) -> String { entity.rules.compactMap { statement(for: $0, table) }.joined() }

  /// Returns whether a unique rule concerns the property alone; the constraint of the rule then creates the property's index.
  func isUnique(_ property: PropertyModel) -> Bool { entity.rules.contains(.unique(UniqueRule([property.storedName]))) }

  private func list(_ names: [String]) -> String { names.map(PostgreSQLText.name).joined(separator: ", ") }
}

extension PostgreSQLType {
  /// Whether NaN is a value of the type. PostgreSQL considers NaN greater than all other values.
  fileprivate var hasNaN: Bool { self == .real || self == .double || self == .numeric }
}
