internal import AshlarSchema

/// A rule about the values of a row, as the condition of a CHECK. Every row that satisfies the rule must satisfy the condition: otherwise,
/// an export would fail. The condition also permits text with NUL, dates outside of the years 0 to 9999, and, if dates are rounded, dates
/// that are rounded to an excluded bound.
struct TableCheck {
  enum Result: Equatable {
    case condition(String)
    /// SQLite cannot express the rule as a condition.
    case unstated
    /// The rule is stated by the definition of a column, an index, a foreign key or a trigger.
    case elsewhere
  }

  // SQLite refuses to match a longer pattern, unless it is compiled with another limit (`SQLITE_MAX_LIKE_PATTERN_LENGTH`), in bytes.
  private static let longestPattern = 50_000

  private(set) var result = Result.elsewhere
  private let table: ObjectTable
  private let dates: DateForm

  init(_ rule: EntityRule, _ table: ObjectTable, _ dates: DateForm) {
    self.table = table
    self.dates = dates
    switch rule {
    case .range(let name, let bounds): result = range(name, bounds)
    case .length(let name, let bounds): result = length(name, bounds)
    case .pattern(let name, let text):
      result = exceptWithNUL(
        name, "\(column(name)) GLOB \(SQLText.literal(text))",
        isStatable: !text.utf8.contains(0) && text.utf8.count <= TableCheck.longestPattern)
    case .oneOf(let name, let values):
      let texts = values.compactMap { SQLText.literal($0) }
      result = texts.count == values.count ? .condition("\(column(name)) IN (\(texts.joined(separator: ", ")))") : .unstated
    case .order(let first, let relation, let second): result = order(first, relation, second)
    // A condition cannot read other tables, which contain the elements.
    case .count: result = .unstated
    case .primaryKey, .unique, .index, .required, .holderDeleted, .targetDeleted: break
    }
  }

  private func column(_ property: String) -> String { SQLText.name(table.columnName(property) ?? property) }

  private func type(_ property: String) -> ValueType? { table.model.column(storedAs: property)?.type }

  // SQLite's text functions read only the characters before the first NUL.
  private func exceptWithNUL(_ property: String, _ condition: String, isStatable: Bool = true) -> Result {
    isStatable ? .condition("\(condition) OR instr(\(column(property)), char(0)) > 0") : .unstated
  }

  private func length(_ property: String, _ bounds: CountBounds) -> Result {
    let text = "length(\(column(property)))"
    var condition = "\(text) >= \(bounds.low)"
    if let high = bounds.high { condition = bounds.low == 0 ? "\(text) <= \(high)" : "\(text) BETWEEN \(bounds.low) AND \(high)" }
    return type(property) == .data ? .condition(condition) : exceptWithNUL(property, condition)
  }

  private func range(_ property: String, _ bounds: ValueBounds) -> Result {
    var parts: [String] = []
    for (value, excludes, symbol) in [(bounds.low, bounds.excludesLow, ">"), (bounds.high, bounds.excludesHigh, "<")] {
      guard let value else { continue }
      guard let text = bound(value) else { return .unstated }
      // A rounded date may be equal to a bound from which the exact date differs.
      let isStrict = excludes && !isRounded(property)
      parts.append("\(column(property)) \(symbol)\(isStrict ? "" : "=") \(text)")
    }
    let condition = parts.joined(separator: " AND ")
    guard type(property) == .date else { return .condition(condition) }
    return .condition(dates == .unix ? condition : "(\(condition)) OR \(isFar(property))")
  }

  private func bound(_ value: DefaultValue) -> String? {
    if case .int(let number) = value { return "\(number)" }
    if case .double(let number) = value { return SQLText.literal(number) }
    guard case .date(let seconds, let nanoseconds) = value else { return nil }
    guard dates == .text else { return SQLText.literal(DateColumn.unix(seconds: seconds, nanoseconds: nanoseconds)) }
    let text = DateColumn.text(seconds: seconds, nanoseconds: nanoseconds)
    // The text of years with a sign has another order than the dates.
    return text < "0" ? nil : SQLText.literal(text)
  }

  private func isRounded(_ property: String) -> Bool { type(property) == .date && dates == .unix }

  // Returns the condition that a date is before the year 0 or after 9999: its text begins with a sign, which precedes all digits.
  private func isFar(_ property: String) -> String { "\(column(property)) < '0'" }

  private func order(_ first: String, _ relation: OrderRelation, _ second: String) -> Result {
    guard let type = type(first) else { return .unstated }
    switch type.form {
    // Equal decimals may have different texts, and the order of the texts is not that of the numbers.
    case .decimal, .object, .any: return .unstated
    case .bool, .integer, .float, .double, .string, .data, .objectId, .uuid, .date: break
    }
    let (left, right) = (column(first), column(second))
    switch relation {
    case .equal: return .condition("\(left) = \(right)")
    case .notEqual: return isRounded(first) ? .unstated : .condition("\(left) <> \(right)")
    case .less, .lessOrEqual:
      let symbol = relation == .less && !isRounded(first) ? "<" : "<="
      let condition = "\(left) \(symbol) \(right)"
      guard type == .date else { return .condition(condition) }
      return .condition(dates == .unix ? condition : "\(condition) OR \(isFar(first)) OR \(isFar(second))")
    }
  }
}
