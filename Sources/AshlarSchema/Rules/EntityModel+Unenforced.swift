extension EntityModel {
  /// The reason why a Realm or a command rejects the type, as a line of an error: this release compiles and reads all rules and indexes of
  /// several properties, but does not enforce some of them. Nil for a type without such rules.
  package var unenforcedRules: String? {
    guard let rule = rules.first(where: { !$0.isEnforced }) else { return nil }
    return
      "This release reads the rules of '\(name)', such as the \(rule.name(of: storedName)), but does not enforce them: remove them from "
      + "the schema."
  }
}

extension EntityRule {
  /// Whether files keep the rule, and commits and deletions obey it.
  fileprivate var isEnforced: Bool {
    switch self {
    case .unique(let rule): rule.properties.count == 1 && rule.condition == nil
    case .primaryKey, .range, .length, .count, .pattern, .oneOf, .required, .order, .holderDeleted, .targetDeleted: true
    case .index: false
    }
  }
}
