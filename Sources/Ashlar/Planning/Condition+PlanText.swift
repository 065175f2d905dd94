extension Condition {
  /// The condition as a plan prints it: in the form of predicate text, with long values and lists abbreviated.
  var planText: String {
    switch self {
    case .constant(let value): return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .compare(let path, let comparison, let constant): return "\(path.text) \(comparison.text) \(constant.planText)"
    case .oneOf(let path, let constants, let ignoresCase):
      let shown = constants.prefix(3).map(\.planText).joined(separator: ", ")
      let list = constants.count > 3 ? "\(shown), … \(constants.count) values" : shown
      return "\(path.text) IN\(ignoresCase ? "[c]" : "") {\(list)}"
    case .comparePaths(let first, let comparison, let second): return "\(first.text) \(comparison.text) \(second.text)"
    case .text(let path, let match, let text, let ignoresCase):
      return "\(path.text) \(match.word)\(ignoresCase ? "[c]" : "") \(QueryConstant.string(text).planText)"
    case .like(let path, let pattern, let ignoresCase):
      return "\(path.text) LIKE\(ignoresCase ? "[c]" : "") \(QueryConstant.string(pattern).planText)"
    case .values(let path, let conditions, let isAll): return "\(isAll ? "ALL" : "ANY") \(path.text) of \(conditions.count) conditions"
    case .sequence(let path, let values, let isEqual): return "\(path.text) \(isEqual ? "==" : "!=") {\(values.count) values}"
    case .within(let path, let region): return "\(path.text) GEOWITHIN \(type(of: region.shape))"
    case .kind(let path, _): return "\(path.text) of a type"
    case .count(let path, let comparison, let number): return "\(path.text).@count \(comparison.text) \(number)"
    case .truth(let path, let value): return "\(path.text) == \(value)"
    case .member(let constant, of: let path): return "\(constant.planText) IN \(path.text)"
    case .match(let path, let question): return "\(path.text) \(question.planText)"
    case .expressions(let first, let comparison, let second): return "\(first.planText) \(comparison.text) \(second.planText)"
    case .joined(let junction):
      // Nested junctions are abbreviated.
      func part(_ condition: Condition) -> String { if case .joined = condition { "(…)" } else { condition.planText } }
      if junction.kind == .not { return "NOT (\(part(junction.first)))" }
      let parts = parts(joinedBy: junction.kind)
      let shown = parts.prefix(3).map(part).joined(separator: junction.kind == .and ? " AND " : " OR ")
      return parts.count > 3 ? "(\(shown) … \(parts.count) conditions)" : "(\(shown))"
    }
  }
}

extension Condition.TextMatch {
  fileprivate var word: String {
    switch self {
    case .equal: "=="
    case .begins: "BEGINSWITH"
    case .ends: "ENDSWITH"
    case .contains: "CONTAINS"
    }
  }
}

extension TextTest {
  fileprivate var planText: String {
    let word =
      switch kind {
      case .equal: "=="
      case .notEqual: "!="
      case .begins: "BEGINSWITH"
      case .ends: "ENDSWITH"
      case .contains: "CONTAINS"
      case .like: "LIKE"
      }
    let letters = (options.contains(.caseInsensitive) ? "c" : "") + (options.contains(.diacriticInsensitive) ? "d" : "")
    let other =
      switch operand {
      case .constant(let constant): constant.planText
      case .path(let path): path.text
      }
    return "\(word)\(letters.isEmpty ? "" : "[\(letters)]") \(other)"
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
    case .links(_, let condition): "backlinks \(condition.planText)"
    case .all: "rows in all of"
    case .any: "rows in any of"
    }
  }
}
