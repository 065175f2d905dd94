// The clauses after a condition: `SORT(age DESC, name ASC) DISTINCT(name) LIMIT(10)`.
extension PredicateParser {
  mutating func arranging() throws(RealmPredicateError) -> [ParsedPredicate.Arranging] {
    var found: [ParsedPredicate.Arranging] = []
    while true {
      if takeWord(.sort) {
        var terms: [(path: ParsedPredicate.Path, ascending: Bool)] = []
        try inParentheses(.sort) { parser throws(RealmPredicateError) in
          let path = try parser.path(nil)
          terms.append((path, try parser.direction()))
        }
        found.append(.sort(terms))
      } else if takeWord(.distinct) {
        var paths: [ParsedPredicate.Path] = []
        try inParentheses(.distinct) { parser throws(RealmPredicateError) in paths.append(try parser.path(nil)) }
        found.append(.distinct(paths))
      } else if takeWord(.limit) {
        var limit: Int?
        try inParentheses(.limit) { parser throws(RealmPredicateError) in
          guard limit == nil, case .literal(.integer(let number)) = parser.token.kind, number >= 0 else {
            throw parser.fail("'LIMIT' requires one number that is not negative.")
          }
          limit = Int(number)
          parser.advance()
        }
        found.append(.limit(limit ?? 0))
      } else {
        return found
      }
    }
  }

  // Parses one or more items, separated by commas, in parentheses.
  private mutating func inParentheses(
    _ word: Keyword, _ one: (inout PredicateParser) throws(RealmPredicateError) -> Void
  ) throws(RealmPredicateError) {
    guard take("(") else { throw failExpecting("'(' after '\(word.rawValue)'") }
    repeat { try one(&self) } while take(",")
    guard take(")") else { throw failExpecting("',' or ')'") }
  }

  private mutating func direction() throws(RealmPredicateError) -> Bool {
    if takeWord(.asc) || takeWord(.ascending) { return true }
    if takeWord(.desc) || takeWord(.descending) { return false }
    throw failExpecting("'ASC' or 'DESC'")
  }
}
