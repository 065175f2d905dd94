internal import AshlarCompiler
internal import AshlarSchema

/// A problem with a schema as the next version of an older schema.
enum EvolutionProblem: Hashable, Sendable {
  case history(HistoryProblem)
  case dataLoss(SchemaDifference)
  case addedEnumWithoutZero(property: String, enumeration: String)
  case addedRuleBreaksZero(EntityRule, type: String, isBackfilled: Bool)

  /// The stable code.
  var code: String {
    switch self {
    case .history(let problem): problem.code
    case .dataLoss: "data-loss"
    case .addedEnumWithoutZero: "added-enum-without-zero"
    case .addedRuleBreaksZero: "added-rule-breaks-zero"
    }
  }

  var severity: Severity {
    switch self {
    case .history(let problem): problem.severity
    case .dataLoss, .addedRuleBreaksZero: .error
    case .addedEnumWithoutZero: .warning
    }
  }

  /// The message: one sentence without the final period.
  var message: String {
    switch self {
    case .history(let problem): problem.message
    case .dataLoss(let difference): "\(difference.clause); \(difference.consequence)"
    case .addedEnumWithoutZero(let property, let enumeration):
      "existing rows will hold the zero value in '\(property)', for which '\(enumeration)' has no case"
    case .addedRuleBreaksZero(let rule, let type, let isBackfilled):
      """
      existing rows will hold the \(isBackfilled ? "default" : "zero value"), which breaks the \(rule.name(of: type)): a file with \
      \(rule.kind == .unique ? "two rows" : "rows") is refused; add the property without the rule first
      """
    }
  }
}

extension SchemaDifference {
  /// The consequence for existing rows.
  fileprivate var consequence: String {
    switch self {
    case .madeRequired: "nil becomes the zero value"
    case .kindChanged(_, _, .embedded): "a file in which an object does not have exactly one owner is refused"
    case .kindChanged: "its objects are no longer deleted with their owners"
    case .primaryKeyRemoved: "its values are no longer unique"
    case .primaryKeyAdded, .primaryKeyChanged: "a file with duplicates is refused"
    case .ruleAdded, .ruleChanged: "a file with a row that breaks it is refused"
    case .ruleRemoved: "objects are no longer identified by it"
    case .propertyChanged(_, _, let from, let to) where to.widens(to: from):
      "a file with a value that does not fit is refused"
    default: "its data is lost"
    }
  }
}
