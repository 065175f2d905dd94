/// The effect of deleting one end of a link on the object at the other end, other than setting the link to nil. Raw values are part of the
/// descriptor format, in which 2 is reserved.
public enum DeleteRule: UInt8, Hashable, Sendable, CaseIterable {
  /// The object at the other end is deleted, too.
  case cascade = 1
  /// The deletion fails while there is an object at the other end.
  case deny = 3

  /// The name of the rule in the schema language.
  package var word: String {
    switch self {
    case .cascade: "cascade"
    case .deny: "deny"
    }
  }

  /// The value of `deleteRule` for a link without a rule.
  package static let nullify = "nullify"

  /// All values of `deleteRule` in the schema language.
  package static let words = [nullify] + allCases.map(\.word)
}
