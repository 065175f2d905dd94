public import AshlarSchema

/// A rule of the file that a change breaks, or would break. Names are those of the file.
public struct StoredViolation: Hashable, Sendable {
  /// An object of the file.
  public struct Place: Hashable, Sendable {
    /// The type's name in the file.
    public var type: String
    /// The number of the row, which no later object of the type receives; -1 if the object is not stored.
    public var row: Int64
    /// The primary key as text; nil if the type has none.
    public var key: String?

    package init(type: String, row: Int64, key: String?) {
      (self.type, self.row, self.key) = (type, row, key)
    }
  }

  /// The rule that is broken, or would be.
  public var rule: EntityRule
  /// The values of the rule's properties as text of at most 40 characters each, in the order in which the rule lists the properties.
  public var values: [String]
  /// The object that breaks the rule.
  public var object: Place
  /// Another object that has the same values, or one of the objects that prevent a deletion, or, if an existing file breaks a rule about
  /// values, a second object that breaks it; otherwise nil.
  public var holder: Place?
  /// The number of further objects that prevent a deletion.
  public var more: Int

  /// The type that has the rule and its properties. A rule about deleted targets belongs to the type that links to them.
  public var owner: String {
    if case .targetDeleted = rule, let holder { holder.type } else { object.type }
  }

  package init(_ rule: EntityRule, values: [String] = [], object: Place, holder: Place? = nil, more: Int = 0) {
    (self.rule, self.values, self.object, self.holder, self.more) = (rule, values, object, holder, more)
  }
}

/// The rules of a file that a write breaks. Such a write is not committed.
public struct RuleError: Error, Hashable, Sendable {
  /// The maximum number of violations in an error.
  package static let limit = 100

  /// The path of the file.
  public var path: String
  /// At least one and at most `limit` violations.
  public var violations: [StoredViolation]
  /// The number of known violations that `violations` does not contain.
  public var more: Int

  /// Creates an error with the first `limit` of `violations`; the number of the remaining ones is added to `more`.
  package init(path: String, _ violations: [StoredViolation], more: Int = 0) {
    self.path = path
    self.violations = Array(violations.prefix(RuleError.limit))
    self.more = more + violations.count - self.violations.count
  }
}

extension StoredViolation: CustomStringConvertible {
  /// A clause that names the rule and the object and, if the violation has them, `values` and `holder`.
  public var description: String {
    if let denial { return denial }
    let found = values.isEmpty ? "" : ", which has \(values.joined(separator: ", "))"
    // Two objects that break a rule about values do not conflict with each other.
    let other = holder.map { rule.concernsValues ? ", and by \($0)" : " and conflicts with \($0)" } ?? ""
    return "the \(rule.name(of: object.type)) is broken by \(object)\(found)\(other)"
  }
}

extension StoredViolation.Place: CustomStringConvertible {
  /// The row, and the primary key if there is one.
  public var description: String {
    "\(row < 0 ? "an object" : "row \(row)")\(key.map { " with the primary key \($0)" } ?? "")"
  }
}

extension RuleError: CustomStringConvertible {
  /// One sentence for each violation.
  public var description: String {
    let rest = more == 0 ? "" : more == 1 ? "\n- 1 more violation" : "\n- \(more) more violations"
    return "'\(path)': the write was not stored, because it breaks rules of the schema.\n"
      + violations.map { "- \($0)" }.joined(separator: "\n") + rest
  }
}
