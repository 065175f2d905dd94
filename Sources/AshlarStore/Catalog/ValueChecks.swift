package import AshlarSchema

/// A rule about the values of one object, prepared for the columns of its table.
struct ValueCheck: Sendable {
  let rule: EntityRule
  /// The ordinals of the rule's columns. Both are the same unless the rule relates two columns.
  let column, other: Int
  /// The bits of the columns in masks of changed columns.
  let mask: UInt64
  let test: ValueTest
}

/// The rules about the values of single objects of one type: ranges, lengths, counts, patterns, cases, required values and orders.
package struct ValueChecks: Sendable {
  /// The type's name in the file.
  let type: String
  /// The checks, in the order of the rules.
  let checks: [ValueCheck]
  /// The bits of the checked columns. A commit checks only rows in which such a column was written.
  let mask: UInt64

  package var isEmpty: Bool { checks.isEmpty }

  /// Creates a value without checks.
  init() { (type, checks, mask) = ("", [], 0) }

  /// Prepares the rules of a type that concern single objects.
  /// - Parameters:
  ///   - type: The name of the type in the file.
  ///   - column: Returns the ordinal of a property by its stored name. A session that only reads may lack properties of the file.
  package init(_ rules: [EntityRule], of type: String, _ layouts: (Int) -> ColumnLayout, column: (String) -> Int?) {
    self.type = type
    checks = rules.compactMap { rule in
      let names = rule.properties
      guard let first = names.first.flatMap(column), let last = names.last.flatMap(column), let test = ValueTest(rule, layouts(first))
      else { return nil }
      return ValueCheck(
        rule: rule, column: first, other: last, mask: 1 << UInt64(first & 63) | 1 << UInt64(last & 63), test: test)
    }
    mask = checks.reduce(0) { $0 | $1.mask }
  }

  private init(_ type: String, _ checks: [ValueCheck]) {
    self.type = type
    self.checks = checks
    mask = checks.reduce(0) { $0 | $1.mask }
  }

  /// Returns the checks whose rules satisfy a condition.
  func filter(_ isIncluded: (EntityRule) -> Bool) -> ValueChecks { ValueChecks(type, checks.filter { isIncluded($0.rule) }) }
}

extension EntityRule {
  /// Whether the rule concerns the values of single objects, so that a commit checks each object by itself.
  var concernsValues: Bool {
    switch kind {
    case .range, .length, .count, .pattern, .oneOf, .required, .order: true
    case .primaryKey, .unique, .index, .holderDeleted, .targetDeleted: false
    }
  }
}
