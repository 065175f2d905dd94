/// The first violations of rules, and the number of further violations.
struct RuleFindings {
  /// The maximum number of violations that are described.
  let limit: Int
  private(set) var violations: [StoredViolation] = []
  /// The number of further violations.
  private(set) var more = 0

  init(limit: Int = RuleError.limit) { self.limit = limit }

  /// Adds a violation. Calls `describe` unless enough violations have been described.
  mutating func add(_ describe: () throws -> StoredViolation) rethrows {
    if violations.count < limit { violations.append(try describe()) } else { more += 1 }
  }

  /// Throws `RuleError` if there are violations.
  func check(path: String) throws(RuleError) {
    if !violations.isEmpty { throw RuleError(path: path, violations, more: more) }
  }
}
