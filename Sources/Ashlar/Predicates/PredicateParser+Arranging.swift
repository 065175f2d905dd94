// What may follow a condition: `SORT(age DESC, name ASC) DISTINCT(name) LIMIT(10)`.
extension PredicateParser {
  mutating func arranging() throws(RealmPredicateError) -> [ParsedPredicate.Arranging] {
    var found: [ParsedPredicate.Arranging] = []
    while true {
      if takeWord("SORT") {
        var terms: [(path: ParsedPredicate.Path, ascending: Bool)] = []
        try inParentheses("SORT") { parser throws(RealmPredicateError) in
          let path = try parser.path(nil)
          terms.append((path, try parser.direction()))
        }
        found.append(.sort(terms))
      } else if takeWord("DISTINCT") {
        var paths: [ParsedPredicate.Path] = []
        try inParentheses("DISTINCT") { parser throws(RealmPredicateError) in paths.append(try parser.path(nil)) }
        found.append(.distinct(paths))
      } else if takeWord("LIMIT") {
        var limit: Int?
        try inParentheses("LIMIT") { parser throws(RealmPredicateError) in
          guard limit == nil, case .literal(.integer(let number)) = parser.token.kind, number >= 0 else {
            throw parser.fail("'LIMIT' takes one number that is not negative.")
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

  // One thing at least, several separated by commas.
  private mutating func inParentheses(
    _ word: String, _ one: (inout PredicateParser) throws(RealmPredicateError) -> Void
  ) throws(RealmPredicateError) {
    guard take("(") else { throw failExpecting("'(' behind '\(word)'") }
    repeat { try one(&self) } while take(",")
    guard take(")") else { throw failExpecting("',' or ')'") }
  }

  private mutating func direction() throws(RealmPredicateError) -> Bool {
    if takeWord("ASC") || takeWord("ASCENDING") { return true }
    if takeWord("DESC") || takeWord("DESCENDING") { return false }
    throw failExpecting("'ASC' or 'DESC'")
  }
}
