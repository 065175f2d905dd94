extension Realm {
  /// A violation of a rule of the schema: the rule, and the object and values that break it.
  ///
  /// ```swift
  /// do {
  ///   try realm.write { account.email = "ada@example.org" }
  /// } catch let error as Realm.Error where error.code == .ruleViolated {
  ///   for violation in error.violations { print(violation.type, violation.properties, violation.values) }
  /// }
  /// ```
  ///
  /// See the guide, *Rules*.
  public nonisolated struct RuleViolation: Sendable, Hashable {
    /// The kind of a rule.
    public enum Rule: Sendable, Hashable {
      /// No two objects have equal values.
      case unique
      /// A number or a date is in a range.
      case range
      /// The number of Unicode scalars in a text, or of bytes in data, is in a range.
      case length
      /// The number of elements in a collection is in a range.
      case count
      /// The whole text matches a pattern.
      case pattern
      /// The value is a case of a checked enum.
      case oneOf
      /// A link is not nil, or an `AnyRealmValue` is not `.none`.
      case required
      /// The values of two properties have the relation that the rule states.
      case order
      /// An object may not be deleted while other objects link to it, or while it links to other objects.
      case denied
    }

    /// The kind of the rule.
    public let rule: Rule
    /// The class name of the type that has the rule's properties; the name in the file if the Realm does not list the type. It is the type
    /// of `object`, except for a delete rule on `LinkingObjects`: such a rule belongs to the link, and `type` is the type of `holder`.
    public let type: String
    /// The names of the rule's properties, in the order of the rule, followed by the name of the condition of a unique rule. A property
    /// that the type does not have in this program is listed under its name in the file.
    public let properties: [String]
    /// The values of the properties as text, in the same order, of at most 40 characters each. Empty for `denied`.
    public let values: [String]
    /// The values that the rule permits, such as `0...150`; empty for rules that state no values.
    public let expected: String
    /// The object that breaks the rule. If the write was not committed, an object that it created no longer exists, but its primary key is
    /// still reported.
    public let object: ObjectIdentity
    /// For `unique`, another object with the same values; for `denied`, one of the objects that prevent the deletion; for another rule that
    /// an existing file breaks, a second object that breaks it. Otherwise nil.
    public let holder: ObjectIdentity?
    /// The number of further objects that prevent the deletion; 0 for other rules.
    public let more: Int
    // The text of the violation, in the wording of the store.
    let text: String
  }
}

extension Realm.RuleViolation: CustomStringConvertible {
  /// A clause that names the rule and the object and, if the violation has them, `values` and `holder`.
  public var description: String { text }
}
