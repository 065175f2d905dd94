extension EntityRule {
  /// Returns the rules in the order of the descriptor: by kind, then by the stored names of the properties in the order of their bytes,
  /// then by flags and condition.
  package static func sorted(_ rules: [EntityRule]) -> [EntityRule] {
    rules.count < 2 ? rules : rules.ordered { $0.isBefore($1) }
  }

  /// Whether this rule precedes another in the descriptor. Neither of two rules does if a type can have only one of them.
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

  /// Whether both rules concern the same properties in the same way, so that one of them is the other one changed.
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
