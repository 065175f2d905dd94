import AshlarStore

extension Condition {
  /// The condition as a plan prints it: in the form of predicate text, with long values and lists abbreviated.
  var planText: String {
    guard case .joined(let junction) = self else {
      var plan = PlanText()
      plan.write(leaf: self)
      return plan.text
    }
    // Nested junctions are abbreviated.
    func part(_ condition: Condition) -> String { if case .joined = condition { "(…)" } else { condition.planText } }
    if junction.kind == .not { return "NOT (\(part(junction.first)))" }
    let parts = parts(joinedBy: junction.kind)
    let shown = parts.prefix(3).map(part).joined(separator: junction.kind == .and ? " AND " : " OR ")
    return parts.count > 3 ? "(\(shown) … \(parts.count) conditions)" : "(\(shown))"
  }
}

/// A condition as a plan prints it.
private struct PlanText: ConditionPrinter {
  private(set) var text = ""

  mutating func write(_ text: String) { self.text += text }
  mutating func write(_ path: Condition.Path, isQuantified: Bool) { text += path.text }
  mutating func write(_ constant: QueryConstant) { text += constant.planText }
  mutating func write(_ expression: ValueExpression) { text += expression.planText }
  mutating func write(_ path: Condition.Path, _ tags: [AnyTag]) { text += "\(path.text) of a type" }
  mutating func write(_ condition: any RowCondition) { text += "\(condition.path.text) \(condition.planText)" }

  mutating func write(_ constants: [QueryConstant]) {
    let shown = constants.prefix(3).map(\.planText).joined(separator: ", ")
    text += constants.count > 3 ? "{\(shown), … \(constants.count) values}" : "{\(shown)}"
  }

  mutating func write(_ first: Condition.Path, _ relation: Relation, _ options: StringOptions, _ second: Condition.Path) {
    text += first.text
    write(relation, options)
    text += second.text
  }

  mutating func write(_ path: Condition.Path, _ tests: [Condition.Test], _ quantifier: Condition.Quantifier) {
    switch quantifier {
    case .any: text += "ANY \(path.text) of \(tests.count) conditions"
    case .all: text += "ALL \(path.text) of \(tests.count) conditions"
    case .inOrder: text += "\(path.text) == {\(tests.count) values}"
    case .notInOrder: text += "\(path.text) != {\(tests.count) values}"
    }
  }
}

extension ValueExpression {
  fileprivate var planText: String {
    switch self {
    case .constant(let constant): constant.planText
    case .path(let path): path.text
    case .count(let path): "\(path.text).@count"
    case .aggregate(let aggregate, let path): "\(path.text).@\(aggregate.rawValue)"
    case .subquery(let path, _): "SUBQUERY(\(path.text), …).@count"
    case .length(let path): "\(path.text).length"
    // Nested arithmetic is abbreviated.
    case .arithmetic: "(…)"
    }
  }
}

extension QueryConstant {
  fileprivate var planText: String {
    switch self {
    case .null: return "nil"
    case .bool(let value): return "\(value)"
    case .int(let value): return "\(value)"
    case .double(let value): return "\(value)"
    case .string(let text): return text.count > 40 ? "\"\(text.prefix(40))…\"" : "\"\(text)\""
    case .data(let bytes): return "\(bytes.count) bytes"
    case .date(let seconds, let nanoseconds): return "\(_DateCell.date(seconds, nanoseconds))"
    case .decimal(let value): return "\(value)"
    case .bytes: return "an id"
    case .object(_, let type, _, _): return "an object of \(type)"
    case .collection: return "a collection"
    }
  }
}

extension RowSearch {
  /// The search as a plan prints it.
  var label: String {
    switch self {
    case .values(let probe, let condition): "\(probe.isPrimaryKey ? "key" : "index") \(condition.planText)"
    case .range(_, let conditions): "index \(conditions.map(\.planText).joined(separator: " AND "))"
    case .keys(_, let conditions): "key \(conditions.map(\.planText).joined(separator: " AND "))"
    case .links(_, let condition): "backlinks \(condition.planText)"
    case .tuple(let tuple): RowSearch.label(tuple.names, tuple.conditions)
    case .all: "rows in all of"
    case .any: "rows in any of"
    }
  }

  /// A search of an index of several properties as a plan prints it: `index (owner, placed) owner == an object of Person`.
  static func label(_ names: [String], _ conditions: [Condition]) -> String {
    let list = "index (\(names.joined(separator: ", ")))"
    return conditions.isEmpty ? list : "\(list) \(conditions.map(\.planText).joined(separator: " AND "))"
  }
}
