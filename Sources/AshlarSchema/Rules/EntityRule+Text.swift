extension EntityRule {
  /// Returns the rule as the subject of a sentence, without an article: `unique rule over 'Account.tenant', 'login'`.
  package func name(of type: String) -> String {
    let list = properties.enumerated().map { $0 == 0 ? "'\(type).\($1)'" : "'\($1)'" }
    switch self {
    case .primaryKey: return "primary key over \(list.joined(separator: ", "))"
    case .unique(let rule):
      let parts = list.prefix(rule.properties.count).joined(separator: ", ")
      return "unique rule over \(parts)\(rule.condition.map { " of objects whose \($0.text)" } ?? "")"
    case .index: return "index over \(list.joined(separator: ", "))"
    case .range: return "range of \(list[0])"
    case .length: return "length rule of \(list[0])"
    case .count: return "count rule of \(list[0])"
    case .pattern: return "pattern of \(list[0])"
    case .oneOf: return "check of the cases of \(list[0])"
    case .required: return "rule that \(list[0]) is required"
    case .order(let first, let relation, let second): return "check '\(first) \(relation.symbol) \(second)' of '\(type)'"
    case .holderDeleted: return "delete rule of \(list[0])"
    case .targetDeleted: return "delete rule of the objects that \(list[0]) links to"
    }
  }

  /// The values of the rule in the schema language; nil if the rule has none or if they are the cases of an enum.
  package var valueText: String? {
    switch self {
    case .range(_, let bounds): return bounds.text
    case .length(_, let bounds), .count(_, let bounds): return bounds.text
    case .pattern(_, let text): return text
    case .unique(let rule): return rule.nilCounts ? "nilCounts: true" : nil
    case .holderDeleted(_, let rule), .targetDeleted(_, let rule): return rule.word
    case .order(_, let relation, _): return relation.symbol
    case .primaryKey, .index, .oneOf, .required: return nil
    }
  }
}

extension UniqueRule.Condition {
  fileprivate var text: String { "'\(property)' is \(value.map { $0 ? "true" : "false" } ?? "nil")" }
}

extension ValueBounds {
  /// The bounds as a range: `0...150`, `above 0`, `2.5..., below 10`.
  package var text: String {
    let (low, high) = (low.map(\.boundText), high.map(\.boundText))
    if let low, let high, !excludesLow, !excludesHigh { return "\(low)...\(high)" }
    let lower = low.map { excludesLow ? "above \($0)" : "min \($0)" }
    let upper = high.map { excludesHigh ? "below \($0)" : "max \($0)" }
    return [lower, upper].compactMap(\.self).joined(separator: ", ")
  }
}

extension DefaultValue {
  /// A number or a date as text that the schema language reads as this value; empty for other values.
  package var boundText: String {
    if case .int(let number) = self { return String(number) }
    if case .double(let number) = self { return number.description }
    if case .date(let seconds, let nanoseconds) = self { return CivilDate(seconds: seconds, nanoseconds: nanoseconds).text }
    if case .decimal128(let low, let high) = self { return DecimalText.text(low: low, high: high) }
    return ""
  }
}
