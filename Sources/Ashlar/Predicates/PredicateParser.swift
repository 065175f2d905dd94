/// A recursive-descent parser for predicates in text. The operators in order of increasing precedence are `OR`, `AND`, `NOT` and
/// comparisons.
struct PredicateParser {
  static let deepest = 200
  // Sums and subqueries are evaluated recursively, so their nesting is limited.
  static let mostTerms = 200
  static let deepestSubquery = 50

  private let lexer: PredicateLexer
  private let tokens: [Token]
  private var position = 0
  private var depth = 0
  var terms = 0
  var openSubqueries = 0

  /// Parses a predicate. Throws if the text is not a condition.
  static func parse(_ text: String) throws(RealmPredicateError) -> ParsedPredicate {
    var parser = try PredicateParser(text)
    let root = try parser.alternatives()
    let place = parser.token.range.lowerBound
    let arranging = try parser.arranging()
    guard case .end = parser.token.kind else {
      throw parser.failExpecting(
        arranging.isEmpty ? "'AND', 'OR' or the end" : "'SORT', 'DISTINCT', 'LIMIT' or the end", hint: parser.hintOfBareWords)
    }
    return ParsedPredicate(text, root, arranging, at: arranging.isEmpty ? nil : place, argumentCount: parser.argumentCount)
  }

  // The highest index of a placeholder, plus one.
  private var argumentCount: Int {
    tokens.reduce(0) { count, token in
      switch token.kind {
      case .argument(let index), .nameArgument(let index): max(count, index == .max ? index : index + 1)
      default: count
      }
    }
  }

  private init(_ text: String) throws(RealmPredicateError) {
    var lexer = PredicateLexer(text)
    tokens = try lexer.tokens()
    self.lexer = lexer
  }

  var token: Token { tokens[position] }

  func token(_ distance: Int) -> Token { tokens[min(position + distance, tokens.count - 1)] }

  mutating func advance() { position = min(position + 1, tokens.count - 1) }

  /// Whether the current token is the symbol.
  func isSymbol(_ symbol: Symbol) -> Bool { isSymbol(symbol, token) }

  func isSymbol(_ symbol: Symbol, _ token: Token) -> Bool {
    if case .symbol(symbol) = token.kind { true } else { false }
  }

  mutating func take(_ symbol: Symbol) -> Bool {
    guard isSymbol(symbol) else { return false }
    advance()
    return true
  }

  /// Whether the token is this keyword, in upper or lower case.
  func isWord(_ word: Keyword, _ token: Token) -> Bool {
    if case .word(_, .keyword(word)) = token.kind { true } else { false }
  }

  mutating func takeWord(_ word: Keyword) -> Bool {
    guard isWord(word, token) else { return false }
    advance()
    return true
  }

  func fail(_ message: String, at place: Int? = nil) -> RealmPredicateError { lexer.fail(message, at: place ?? token.range.lowerBound) }

  /// Returns the text of a token for an error message.
  func written(_ token: Token) -> String {
    if case .end = token.kind { return "the end" }
    return "'\(String(decoding: lexer.bytes[token.range], as: UTF8.self))'"
  }

  func failExpecting(_ what: String, hint: String = "") -> RealmPredicateError {
    fail("Expected \(what), found \(written(token)).\(hint)")
  }

  // A hint if the current and the previous token are both names, which are probably text without quotes.
  private var hintOfBareWords: String {
    guard position > 0, case .word(_, .name) = token.kind, case .word(_, .name) = tokens[position - 1].kind else { return "" }
    let words = tokens[position - 1].range.lowerBound..<token.range.upperBound
    return " Write text in quotes: '\(String(decoding: lexer.bytes[words], as: UTF8.self))'."
  }

  mutating func deeper(at place: Int) throws(RealmPredicateError) {
    depth += 1
    if depth > PredicateParser.deepest { throw fail("Parentheses are nested more than \(PredicateParser.deepest) levels deep.", at: place) }
  }

  mutating func shallower() { depth -= 1 }

  // MARK: - Joining

  mutating func alternatives() throws(RealmPredicateError) -> ParsedPredicate.Node {
    var parts = [try conjunction()]
    while isWord(.or, token) || isSymbol("||") {
      advance()
      parts.append(try conjunction())
    }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(RealmPredicateError) -> ParsedPredicate.Node {
    var parts = [try negation()]
    while isWord(.and, token) || isSymbol("&&") {
      advance()
      parts.append(try negation())
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negation() throws(RealmPredicateError) -> ParsedPredicate.Node {
    var isNegated = false
    while isWord(.not, token) || isSymbol("!") {
      advance()
      isNegated.toggle()
    }
    let inner = try primary()
    return isNegated ? .not(inner) : inner
  }

  private mutating func primary() throws(RealmPredicateError) -> ParsedPredicate.Node {
    if takeWord(.truePredicate) { return .constant(true) }
    if takeWord(.falsePredicate) { return .constant(false) }
    let start = token.range.lowerBound
    let isOperand = isSymbol("(") ? try isOperandInParentheses() : true
    if isOperand { return try comparison(try operand()) }
    advance()
    try deeper(at: start)
    defer { depth -= 1 }
    let inner = try alternatives()
    guard take(")") else { throw failExpecting("')' for the parenthesis at character \(start + 1)") }
    return inner
  }

  /// Returns whether the parenthesis encloses an operand, as in `(age) > 3` and `(1 + 2) * 3 > age`. The token after the closing
  /// parenthesis determines the result.
  func isOperandInParentheses() throws(RealmPredicateError) -> Bool {
    var (open, index) = (0, position)
    while index < tokens.count {
      switch tokens[index].kind {
      case .symbol("("): open += 1
      case .symbol(")"): open -= 1
      default: break
      }
      index += 1
      if open == 0 { break }
    }
    guard index < tokens.count else { return false }
    if case .symbol(let symbol) = tokens[index].kind, symbol.isArithmetic { return true }
    return try operation(tokens[index]) != nil
  }

  // MARK: - Comparing

  private mutating func comparison(_ left: ParsedPredicate.Operand) throws(RealmPredicateError) -> ParsedPredicate.Node {
    guard let operation = try operation(token) else {
      if case .path(let path) = left { return .truth(path) }
      throw failExpecting("an operator such as '=='")
    }
    let place = token.range.lowerBound
    advance()
    let options = try options(operation)
    let right = try operand()
    if try self.operation(token) != nil { throw fail("Comparisons cannot be chained: join them with 'AND'.") }
    return .comparison(
      ParsedPredicate.Comparison(left: left, operation: operation, place: place, options: options, right: right))
  }

  /// Returns the operator that a token represents; nil if it is not an operator. Throws for `MATCHES` and `TEXT`.
  private func operation(_ token: Token) throws(RealmPredicateError) -> Operator? {
    switch token.kind {
    case .symbol(let symbol): return Operator(symbol)
    case .word(_, .operation(let operation)): return operation
    case .word(_, .keyword(.matches)):
      throw fail("'MATCHES' is not supported: use 'LIKE' with '*' and '?', or 'CONTAINS'.", at: token.range.lowerBound)
    case .word(_, .keyword(.text)):
      throw fail("'TEXT' is not supported: there are no full-text indexes.", at: token.range.lowerBound)
    default: return nil
    }
  }

  // Parses options such as `[c]` after an operator.
  private mutating func options(_ operation: Operator) throws(RealmPredicateError) -> StringOptions {
    guard isSymbol("["), case .word(let letters, _) = token(1).kind, isSymbol("]", token(2)) else { return [] }
    let place = token(1).range.lowerBound
    var options: StringOptions = []
    for letter in letters.lowercased() {
      guard let known = StringOptions.letters.first(where: { $0.letter == letter }) else {
        throw fail("'\(letters)' is not an option: '[c]' ignores case, and '[d]' ignores diacritics.", at: place)
      }
      options.insert(known.option)
    }
    let row = operation.row
    if !options.isSubset(of: row.options) { throw fail("'\(row.word)' \(row.refusal), so it takes no options.") }
    for _ in 0..<3 { advance() }
    return options
  }
}
