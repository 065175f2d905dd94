/// The keys of a property that state rules.
package enum RuleKey: String, Hashable, Sendable, CaseIterable {
  case unique, required, min, above, max, below, length, count, pattern, deleteRule

  /// Whether the value is `true` or `false`.
  package var isFlag: Bool { self == .unique || self == .required }
}
