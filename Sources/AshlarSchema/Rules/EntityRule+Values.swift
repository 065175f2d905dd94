extension EntityRule {
  /// Returns whether a value of the rule's property satisfies the rule; nil means that the property is nil. Returns true for rules that
  /// concern several objects, several properties or collections, which no single value breaks, and for values that are created for each
  /// object.
  package func permits(_ value: DefaultValue?) -> Bool {
    guard let value else { return kind != .required }
    guard value.isLiteral else { return true }
    switch self {
    case .range(_, let bounds): return bounds.contains(value)
    case .length(_, let bounds):
      if case .string(let text) = value { return bounds.contains(text.unicodeScalars.count) }
      if case .data(let bytes) = value { return bounds.contains(bytes.count) }
      return true
    case .pattern(_, let text):
      guard case .string(let value) = value, let pattern = try? GlobPattern(text) else { return true }
      return pattern.matches(value)
    case .oneOf(_, let values): return values.contains { $0.comparedAsRaw == value.comparedAsRaw }
    case .primaryKey, .unique, .index, .count, .required, .order, .holderDeleted, .targetDeleted: return true
    }
  }

  /// Returns whether every object that satisfies this rule also satisfies `other`, which concerns the same properties. Returns false if
  /// this is unknown, as for patterns that differ.
  package func implies(_ other: EntityRule) -> Bool {
    switch (self, other) {
    case (.range(_, let bounds), .range(_, let wider)): bounds.implies(wider)
    case (.length(_, let bounds), .length(_, let wider)), (.count(_, let bounds), .count(_, let wider)): bounds.implies(wider)
    case (.oneOf(_, let values), .oneOf(_, let more)): Set(values.map(\.comparedAsRaw)).isSubset(of: more.map(\.comparedAsRaw))
    case (.order(_, let relation, _), .order(_, let wider, _)): relation.implies(wider)
    case (.unique(let rule), .unique(let wider)): rule.nilCounts || !wider.nilCounts
    default: self == other
    }
  }
}
