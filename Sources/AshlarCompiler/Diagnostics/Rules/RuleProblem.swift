package import AshlarSchema

/// A problem with a rule of a type. Codes are in `RuleProblem+Code.swift`, messages in `RuleProblem+Wording.swift`.
package indirect enum RuleProblem: Hashable, Sendable {
  /// The reason why an enum cannot be checked.
  package enum UncheckedReason: Hashable, Sendable {
    case unknownCase, withoutCases, floatingPoint
  }

  // MARK: Names and lists
  case unknownProperty(String, type: String)
  case propertyNotStored(String)
  case repeatedProperty(String)
  /// A list of one property, or of none. `key` is the key of the list.
  case listOfOne(key: String, property: String?)
  /// A list of names where a list of lists is expected.
  case flatList(key: String, properties: [String])
  case tooManyParts(Int)
  case misplaced(key: String, place: KeyPlace)

  // MARK: Unique rules, indexes and keys
  case uniqueType(String)
  case uniqueInEmbedded
  case uniqueNotIndexed
  case uniqueCondition(key: String, type: String)
  case severalConditions
  case indexPartType(String)
  case keyPartType(String)
  case keyPartOptional(String)
  case compoundKeyLink(String)
  case keyNameTaken(String)
  case repeatedList(key: String)
  case uniqueKey(String)
  case redundantIndex([String])

  // MARK: Delete rules
  case deleteRuleType(String)
  case deleteRuleOnEmbedded(String)
  case deleteRuleInAsymmetric
  case denyInEmbedded
  case unknownDeleteRule(String, suggestion: String?)
  case cascadeIfLast
  case deleteRuleConflict(origin: String, first: String)
  case cascadeBothWays(String)

  // MARK: Values
  case type(key: RuleKey, type: String)
  case elements(key: RuleKey, type: String)
  case requiredAlready(String)
  case requiredValue(String)
  case twoBounds(String, String)
  case emptyRange(String)
  case malformedRange(String, key: RuleKey)
  case endlessRange(String, key: RuleKey)
  case bound(String, ValueType)
  case boundNow
  case pattern(GlobPattern.Fault, String)
  case checkSyntax(String, suggestion: String?)
  case checkTypes(left: String, relation: OrderRelation, right: String)
  case checkOfValues(String)
  case defaultBreaksRule(String, key: RuleKey, value: String)
  case requiredLink(String, target: String)
  case uncheckedEnum(String, UncheckedReason)
  case checkedElements(String)

  // MARK: Classes written by hand
  case computedRules
  case argument(String)

  /// A warning if the rule is valid but may not have the intended effect; otherwise an error.
  package var severity: Severity {
    switch self {
    case .redundantIndex, .cascadeBothWays, .requiredLink, .checkedElements: .warning
    default: .error
    }
  }
}
