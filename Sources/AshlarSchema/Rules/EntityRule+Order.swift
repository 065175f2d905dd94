extension EntityRule {
  /// Returns the rules in the order of the descriptor: by kind, then by the stored names of the properties, compared as bytes, then by the
  /// condition of unique rules and the relation of order rules.
  package static func sorted(_ rules: [EntityRule]) -> [EntityRule] {
    rules.count < 2 ? rules : rules.ordered { $0.isBefore($1) }
  }

  /// Returns whether this rule precedes another one in the descriptor. If a type can have only one of two rules, neither of them precedes
  /// the other.
  package func isBefore(_ other: EntityRule) -> Bool {
    let (a, b) = (form, other.form)
    if a.kind != b.kind { return a.kind.rawValue < b.kind.rawValue }
    for (first, second) in zip(a.members, b.members) {
      if first.isBefore(second) { return true }
      if second.isBefore(first) { return false }
    }
    if a.members.count != b.members.count { return a.members.count < b.members.count }
    switch a.kind {
    case .unique: return (a.flags & RuleForm.conditionFlag, a.conditionRank) < (b.flags & RuleForm.conditionFlag, b.conditionRank)
    case .order: return a.flags < b.flags
    case .primaryKey, .index, .range, .length, .count, .pattern, .oneOf, .required, .holderDeleted, .targetDeleted: return false
    }
  }

  /// Returns whether this rule of a newer schema is a changed form of `other`: both have the same kind and concern the same properties, or
  /// both are primary keys.
  func replaces(_ other: EntityRule) -> Bool {
    if kind == .primaryKey { return other.kind == .primaryKey }
    return kind == other.kind && properties == other.properties && (kind != .unique || !isBefore(other) && !other.isBefore(self))
  }
}

extension RuleForm {
  // The order of the values of a condition: nil, false, true.
  fileprivate var conditionRank: Int {
    if case .bool(let value) = low { value ? 2 : 1 } else { 0 }
  }
}
