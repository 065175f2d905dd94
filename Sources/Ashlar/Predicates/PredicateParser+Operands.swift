// Operands of comparisons: paths, values and lists of values.
extension PredicateParser {
  private static let keywords: Set<Keyword> = [
    .and, .or, .not, .anyOf, .someOf, .allOf, .noneOf, .isTrue, .isFalse, .yes, .no, .null, .isNil, .isSelf, .truePredicate,
    .falsePredicate,
    .subquery, .matches,
  ]

  // Whether the word is reserved; if so, a property with this name must be written with '#'.
  private func isReserved(_ word: Word) -> Bool {
    switch word {
    case .name: false
    case .keyword(let keyword): PredicateParser.keywords.contains(keyword)
    case .operation(let operation): !operation.row.mayBeName
    }
  }

  /// Parses a sum: '*' and '/' bind more tightly than '+' and '-'.
  mutating func operand() throws(RealmPredicateError) -> ParsedPredicate.Operand {
    var sum = try product()
    while let (operation, place) = try arithmetic("+", "-") { sum = .arithmetic(sum, operation, try product(), place: place) }
    return sum
  }

  private mutating func product() throws(RealmPredicateError) -> ParsedPredicate.Operand {
    var product = try factor()
    while let (operation, place) = try arithmetic("*", "/") { product = .arithmetic(product, operation, try factor(), place: place) }
    return product
  }

  private mutating func arithmetic(
    _ first: Symbol, _ second: Symbol
  ) throws(RealmPredicateError) -> (ArithmeticOperator, place: Int)? {
    guard case .symbol(let symbol) = token.kind, symbol == first || symbol == second,
      let operation = ArithmeticOperator(symbol)
    else { return nil }
    let place = token.range.lowerBound
    terms += 1
    if terms > PredicateParser.mostTerms { throw fail("There are more than \(PredicateParser.mostTerms) arithmetic operators.") }
    advance()
    return (operation, place)
  }

  mutating func factor() throws(RealmPredicateError) -> ParsedPredicate.Operand {
    let place = token.range.lowerBound
    switch token.kind {
    case .literal(.integer(.min)): throw fail("\(written(token)) is too large for an integer of 64 bits.")
    case .literal(let literal): return self.literal(literal, place)
    case .argument(let index):
      advance()
      return .argument(index, place: place)
    case .symbol("+"), .symbol("-"): return try signed()
    case .symbol("{"): return try list()
    case .symbol("("):
      try deeper(at: place)
      defer { shallower() }
      advance()
      let inner = try operand()
      guard take(")") else { throw failExpecting("')' for the parenthesis at character \(place + 1)") }
      return inner
    case .escaped, .nameArgument: return .path(try path(nil))
    case .variable: return .path(try path(nil))
    case .word(let name, let word): return try operand(name, word, place)
    case .operation("links"): return .path(try path(nil))
    case .operation(let name): throw fail("'@\(name)' must follow a property and a dot.")
    default: throw failExpecting("a property or a value")
    }
  }

  private mutating func operand(_ name: String, _ word: Word, _ place: Int) throws(RealmPredicateError) -> ParsedPredicate.Operand {
    let keyword: Keyword? = if case .keyword(let keyword) = word { keyword } else { nil }
    if isSymbol("(", token(1)) { return try call(name, keyword, place) }
    // A quantifier precedes a path; a property may have the same name.
    let isPrefix =
      switch token(1).kind {
      case .word(_, let next): !isOperator(next)
      case .escaped, .nameArgument, .argument, .variable, .symbol("{"), .operation("links"): true
      default: false
      }
    let isNumber = !isPrefix && !isSymbol(".", token(1))
    switch keyword {
    case .isTrue, .yes: return literal(.bool(true), place)
    case .isFalse, .no: return literal(.bool(false), place)
    case .null, .isNil: return literal(.null, place)
    case .inf where isNumber, .infinity where isNumber: return literal(.double(.infinity), place)
    case .nan where isNumber: return literal(.double(.nan), place)
    case .anyOf, .someOf, .allOf, .noneOf:
      // A property with that name: 'any > 3'.
      guard isPrefix else { return .path(try path(nil, isName: true)) }
      advance()
      if isSymbol("{") {
        guard case .list(let items, _) = try list() else { break }
        return .someOf(quantifier(keyword), items, place: place)
      }
      if case .argument = token.kind { return .someOf(quantifier(keyword), [try factor()], place: place) }
      return .path(try path(quantifier(keyword)))
    default: break
    }
    return .path(try path(nil))
  }

  private func quantifier(_ keyword: Keyword?) -> ParsedPredicate.Quantifier {
    switch keyword {
    case .allOf: .all
    case .noneOf: .no
    default: .any
    }
  }

  // Whether the next word is an operator followed by an operand, and not the name of a property.
  private func isOperator(_ word: Word) -> Bool {
    guard case .operation(let operation) = word, operation.row.mayBeName else { return false }
    switch token(2).kind {
    case .literal, .argument, .nameArgument, .word, .symbol("{"), .symbol("["): return true
    default: return false
    }
  }

  private mutating func literal(_ literal: PredicateLiteral, _ place: Int) -> ParsedPredicate.Operand {
    advance()
    return .literal(literal, place: place)
  }

  private mutating func call(_ name: String, _ keyword: Keyword?, _ place: Int) throws(RealmPredicateError) -> ParsedPredicate.Operand {
    switch keyword {
    case .binary, .bin:
      if case .literal(let literal) = token(2).kind, isSymbol(")", token(3)) {
        for _ in 0..<4 { advance() }
        switch literal {
        case .string(let text): return .literal(.data(Array(text.utf8)), place: place)
        case .data: return .literal(literal, place: place)
        default: break
        }
      }
      throw fail("'\(name.lowercased())' requires text in quotes.", at: place)
    case .subquery: return try subquery(place)
    case .geoBox?, .geoCircle?, .geoPolygon?: return try shape(keyword, place)
    case .object: return try object(place)
    case .not?, .and?, .or?, .anyOf?, .allOf?, .noneOf?, .someOf?:
      throw fail("Expected a property after '\(name.uppercased())'.")
    default: throw fail("The '\(name.lowercased())' function is not supported.")
    }
  }

  // Parses the arguments of 'obj': the name of a type in quotes and a primary key.
  private mutating func object(_ place: Int) throws(RealmPredicateError) -> ParsedPredicate.Operand {
    advance()
    advance()
    guard case .literal(.string(let type)) = token.kind else { throw failExpecting("the name of a type in quotes") }
    advance()
    guard take(",") else { throw failExpecting("',' and a primary key") }
    let key = try factor()
    switch key {
    // The values of a primary key of several properties are a list.
    case .literal, .argument, .list: break
    default: throw fail("A primary key must be a value or an argument.", at: key.place)
    }
    guard take(")") else { throw failExpecting("')' for the parenthesis of 'obj'") }
    return .object(type: type, key: key, place: place)
  }

  // Parses the arguments of 'SUBQUERY': a collection, a variable, and a condition on the variable.
  private mutating func subquery(_ place: Int) throws(RealmPredicateError) -> ParsedPredicate.Operand {
    advance()
    advance()
    try deeper(at: place)
    openSubqueries += 1
    defer {
      shallower()
      openSubqueries -= 1
    }
    if openSubqueries > PredicateParser.deepestSubquery {
      throw fail("Subqueries are nested more than \(PredicateParser.deepestSubquery) levels deep.", at: place)
    }
    let collection = try path(nil)
    guard take(",") else { throw failExpecting("',' and a variable such as '$x'") }
    guard case .variable(let name) = token.kind else { throw failExpecting("a variable such as '$x'") }
    advance()
    guard take(",") else { throw failExpecting("',' and a condition") }
    let condition = try alternatives()
    guard take(")") else { throw failExpecting("')' for the parenthesis of 'SUBQUERY'") }
    guard take("."), case .operation(let operation) = token.kind, operation == "count" || operation == "size" else {
      throw fail("A subquery must be followed by '.@count' and compared with a number: 'SUBQUERY(…).@count > 0'.")
    }
    advance()
    return .subquery(collection, variable: name, condition, place: place)
  }

  private mutating func signed() throws(RealmPredicateError) -> ParsedPredicate.Operand {
    let place = token.range.lowerBound
    let isNegative = take("-")
    if !isNegative { advance() }
    let literal: PredicateLiteral
    switch token.kind {
    case .literal(.integer(let value)): literal = .integer(isNegative ? 0 &- value : value)
    case .literal(.double(let value)): literal = .double(isNegative ? -value : value)
    case .word where isWord(.inf, token) || isWord(.infinity, token): literal = .double(isNegative ? -.infinity : .infinity)
    case .word where isWord(.nan, token): literal = .double(.nan)
    default: throw failExpecting("a number after the sign")
    }
    advance()
    return .literal(literal, place: place)
  }

  private mutating func list() throws(RealmPredicateError) -> ParsedPredicate.Operand {
    let place = token.range.lowerBound
    advance()
    var items: [ParsedPredicate.Operand] = []
    while !isSymbol("}") {
      if !items.isEmpty, !take(",") { throw failExpecting("',' or '}'") }
      let item = try operand()
      switch item {
      case .literal, .argument: items.append(item)
      case .object: items.append(item)
      case .path, .subquery, .arithmetic, .someOf, .shape:
        throw fail("A list may contain only values; write text in quotes.", at: item.place)
      case .list: throw fail("A list of lists cannot be compared.", at: item.place)
      }
    }
    advance()
    return .list(items, place: place)
  }

  // MARK: - Paths

  mutating func path(
    _ quantifier: ParsedPredicate.Quantifier?, isName: Bool = false
  ) throws(RealmPredicateError) -> ParsedPredicate.Path {
    var path = ParsedPredicate.Path(quantifier: quantifier, place: token.range.lowerBound)
    if case .variable(let name) = token.kind {
      advance()
      path.variable = name
    } else if isWord(.isSelf, token) {
      advance()
    } else if token.kind == .operation("links") {
      path.steps += try backwardLinks()
    } else if case .word(let name, let word) = token.kind, !isName, isReserved(word) {
      throw fail("Expected a property or a value, found '\(name)'. Write a property of that name as '#\(name)'.")
    } else {
      path.steps.append(try name())
    }
    while true {
      if take("[") {
        path.steps.append(try subscripted())
      } else if take(".") {
        if token.kind == .operation("links") {
          path.steps += try backwardLinks()
        } else if case .operation(let name) = token.kind {
          path.steps.append(ParsedPredicate.Step(kind: .operation(name), place: token.range.lowerBound))
          advance()
        } else {
          path.steps.append(try name())
        }
      } else {
        return path
      }
    }
  }

  // Parses `@links.Type.property`, which becomes a single name, or `@links.@count`.
  private mutating func backwardLinks() throws(RealmPredicateError) -> [ParsedPredicate.Step] {
    let place = token.range.lowerBound
    advance()
    func step(_ name: String) -> [ParsedPredicate.Step] { [ParsedPredicate.Step(kind: .name(name), place: place)] }
    guard take(".") else { throw failExpecting("'.', a type and its property, '@links.Type.property'") }
    if token.kind == .operation("count") || token.kind == .operation("size") {
      advance()
      return step("@links")
    }
    guard case .name(let type) = try name().kind, take("."), case .name(let property) = try name().kind else {
      throw failExpecting("a type and its property, '@links.Type.property'")
    }
    return step("@links.\(type).\(property)")
  }

  // Parses the name of a property, which may be a keyword after a dot.
  private mutating func name() throws(RealmPredicateError) -> ParsedPredicate.Step {
    let place = token.range.lowerBound
    let kind: ParsedPredicate.Step.Kind
    switch token.kind {
    case .word(let name, _), .escaped(let name): kind = .name(name)
    case .nameArgument(let index): kind = .nameArgument(index)
    default: throw failExpecting("the name of a property")
    }
    advance()
    return ParsedPredicate.Step(kind: kind, place: place)
  }

  private mutating func subscripted() throws(RealmPredicateError) -> ParsedPredicate.Step {
    let place = token.range.lowerBound
    let kind: ParsedPredicate.Step.Kind
    switch token.kind {
    case .literal(.integer(.min)): throw fail("\(written(token)) is too large for an integer of 64 bits.")
    case .literal(.integer(let index)): kind = .index(Int(index))
    case .literal(.string(let key)): kind = .key(key)
    case .argument(let index): kind = .subscriptArgument(index)
    case .nameArgument(let index): kind = .nameSubscript(index)
    case .symbol("*"), .escaped("any"): kind = .anyElement
    case .word where isWord(.first, token): kind = .index(0)
    case .word where isWord(.last, token): kind = .last
    case .word where isWord(.size, token): kind = .operation("count")
    default: throw failExpecting("a key in quotes, a position, or '*' for any element")
    }
    advance()
    guard take("]") else { throw failExpecting("']'") }
    return ParsedPredicate.Step(kind: kind, place: place)
  }
}
