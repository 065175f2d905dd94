/// A condition of a table that a rule can state. Like a rule, a CHECK is satisfied if its column is NULL.
enum ColumnCondition: Equatable {
  /// A bound as it is written, and whether it is excluded.
  struct Bound: Equatable {
    let text: String
    let isExcluded: Bool
  }

  case range(column: String, low: Bound?, high: Bound?)
  /// The number of characters or bytes; `high` is nil if there is no upper bound.
  case length(column: String, low: Int64, high: Int64?)
  case pattern(column: String, String)
  case texts(column: String, [String])
  case numbers(column: String, [Int64])
  /// The relation of two columns, with the operator of the schema language.
  case order(column: String, symbol: String, other: String)

  /// The columns of the condition.
  var columns: [String] {
    switch self {
    case .range(let column, _, _), .length(let column, _, _), .pattern(let column, _), .texts(let column, _), .numbers(let column, _):
      [column]
    case .order(let column, _, let other): [column, other]
    }
  }

  /// Returns the parts of a CHECK that are joined by AND, each with its SQL. The condition of a part is nil if no rule can state it.
  /// - Parameter column: Returns the name of the column that a token names; nil if it names none.
  static func read(
    _ tokens: [SQLTokens.Token], _ column: (SQLTokens.Token) -> String?
  ) -> [(condition: ColumnCondition?, text: String)] {
    let tokens = stripped(tokens)
    // AND binds more tightly than OR, so a condition with OR is not divided.
    let parts = split(tokens, at: "or").count > 1 ? [tokens] : split(tokens, at: "and")
    return parts.map { part in
      let part = stripped(part)
      return (one(withoutNull(part, column), column), SQLTokens.text(part))
    }
  }

  // Removes the parentheses that enclose all tokens.
  private static func stripped(_ tokens: [SQLTokens.Token]) -> [SQLTokens.Token] {
    var tokens = tokens
    while tokens.first == .symbol("("), SQLTokens.end(of: 0, in: tokens[...]) == tokens.count - 1 {
      tokens = Array(tokens.dropFirst().dropLast())
    }
    return tokens
  }

  // Splits at a keyword outside of parentheses and of CASE. The AND of a BETWEEN does not separate conditions.
  private static func split(_ tokens: [SQLTokens.Token], at word: String) -> [[SQLTokens.Token]] {
    var parts: [[SQLTokens.Token]] = [[]]
    var depth = 0
    var isBetween = false
    for token in tokens {
      if token == .symbol("(") || token.isWord("case") { depth += 1 }
      if token == .symbol(")") || token.isWord("end") { depth -= 1 }
      if depth == 0, token.isWord("between") { isBetween = true }
      if depth == 0, token.isWord(word), !(isBetween && word == "and") {
        parts.append([])
        continue
      }
      if depth == 0, token.isWord("and") { isBetween = false }
      parts[parts.count - 1].append(token)
    }
    return parts
  }

  // Returns the other side of `column IS NULL OR …`, because a rule about the column permits NULL anyway; returns other tokens unchanged.
  private static func withoutNull(_ tokens: [SQLTokens.Token], _ column: (SQLTokens.Token) -> String?) -> [SQLTokens.Token] {
    let parts = split(tokens, at: "or")
    guard parts.count == 2 else { return tokens }
    for (test, rest) in [(parts[0], parts[1]), (parts[1], parts[0])] {
      guard test.count == 3, test[1].isWord("is"), test[2].isWord("null"), let name = column(test[0]),
        let condition = one(stripped(rest), column), condition.columns == [name]
      else { continue }
      return stripped(rest)
    }
    return tokens
  }

  private static func one(_ tokens: [SQLTokens.Token], _ column: (SQLTokens.Token) -> String?) -> ColumnCondition? {
    if let length = length(tokens, column) { return length }
    guard let first = tokens.first else { return nil }
    guard let name = column(first) else { return reversed(tokens, column) }
    let rest = Array(tokens.dropFirst())
    guard let word = rest.first else { return nil }
    if word.isWord("in") { return list(name, Array(rest.dropFirst())) }
    if word.isWord("glob"), rest.count == 2, case .text(let pattern) = rest[1] { return .pattern(column: name, pattern) }
    if word.isWord("between"), let (low, high) = between(rest) {
      return .range(column: name, low: Bound(text: low, isExcluded: false), high: Bound(text: high, isExcluded: false))
    }
    guard case .symbol(let symbol) = word else { return nil }
    if rest.count == 2, let other = column(rest[1]) {
      switch symbol {
      case "<", "<=": return .order(column: name, symbol: symbol, other: other)
      case ">", ">=": return .order(column: other, symbol: symbol == ">" ? "<" : "<=", other: name)
      case "=", "==": return .order(column: name, symbol: "==", other: other)
      case "<>", "!=": return .order(column: name, symbol: "!=", other: other)
      default: return nil
      }
    }
    return number(rest.dropFirst()).flatMap { range(name, symbol, $0) }
  }

  private static func reversed(_ tokens: [SQLTokens.Token], _ column: (SQLTokens.Token) -> String?) -> ColumnCondition? {
    guard tokens.count >= 3, let last = tokens.last, let name = column(last), case .symbol(let symbol) = tokens[tokens.count - 2],
      let number = number(tokens.dropLast(2))
    else { return nil }
    let opposite = ["<": ">", "<=": ">=", ">": "<", ">=": "<="]
    return opposite[symbol].flatMap { range(name, $0, number) }
  }

  private static func range(_ column: String, _ symbol: String, _ text: String) -> ColumnCondition? {
    switch symbol {
    case "<", "<=": .range(column: column, low: nil, high: Bound(text: text, isExcluded: symbol == "<"))
    case ">", ">=": .range(column: column, low: Bound(text: text, isExcluded: symbol == ">"), high: nil)
    default: nil
    }
  }

  // Parses a condition such as `length(column) <= 40`, with any comparison operator or BETWEEN; returns nil for other conditions.
  private static func length(_ tokens: [SQLTokens.Token], _ column: (SQLTokens.Token) -> String?) -> ColumnCondition? {
    guard tokens.count >= 6, tokens[0].isWord("length"), tokens[1] == .symbol("("), let name = column(tokens[2]), tokens[3] == .symbol(")")
    else { return nil }
    let rest = Array(tokens.dropFirst(4))
    if rest[0].isWord("between"), let (low, high) = between(rest), let first = Int64(low), let last = Int64(high) {
      return .length(column: name, low: max(0, first), high: last)
    }
    guard case .symbol(let symbol) = rest[0], let number = number(rest.dropFirst()).flatMap({ Int64($0) }),
      (-1..<Int64.max).contains(number)
    else { return nil }
    switch symbol {
    case "<": return .length(column: name, low: 0, high: number - 1)
    case "<=": return .length(column: name, low: 0, high: number)
    case ">": return .length(column: name, low: number + 1, high: nil)
    case ">=": return .length(column: name, low: max(0, number), high: nil)
    case "=", "==": return .length(column: name, low: number, high: number)
    default: return nil
    }
  }

  private static func between(_ tokens: [SQLTokens.Token]) -> (low: String, high: String)? {
    let parts = split(Array(tokens.dropFirst()), at: "and")
    guard parts.count == 2, let low = number(parts[0][...]), let high = number(parts[1][...]) else { return nil }
    return (low, high)
  }

  private static func list(_ column: String, _ tokens: [SQLTokens.Token]) -> ColumnCondition? {
    guard tokens.first == .symbol("("), SQLTokens.end(of: 0, in: tokens[...]) == tokens.count - 1 else { return nil }
    let items = tokens.dropFirst().dropLast().split(separator: .symbol(","), omittingEmptySubsequences: false)
    let texts = items.compactMap { item -> String? in
      if item.count == 1, case .text(let text)? = item.first { text } else { nil }
    }
    if !texts.isEmpty, texts.count == items.count { return .texts(column: column, texts) }
    let numbers = items.compactMap { number($0).flatMap { Int64($0) } }
    return !numbers.isEmpty && numbers.count == items.count ? .numbers(column: column, numbers) : nil
  }

  // Returns a number with its sign; nil if the tokens are not a number.
  private static func number(_ tokens: ArraySlice<SQLTokens.Token>) -> String? {
    var tokens = tokens
    var sign = ""
    if tokens.first == .symbol("-") || tokens.first == .symbol("+") {
      sign = tokens.first == .symbol("-") ? "-" : ""
      tokens = tokens.dropFirst()
    }
    guard tokens.count == 1, case .word(let text)? = tokens.first, let first = text.utf8.first,
      (0x30...0x39).contains(first) || first == UInt8(ascii: "."), Double(text)?.isFinite == true, !text.contains("x"), !text.contains("X")
    else { return nil }
    return sign + text
  }
}
