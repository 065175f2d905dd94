/// The tokens of a statement that creates a table or an index. Only the syntax that drafts require is distinguished.
struct SQLTokens {
  enum Token: Equatable {
    /// A keyword, a name without quotes, or a number.
    case word(String)
    /// A name in double quotes, brackets or backquotes.
    case name(String)
    /// A string in single quotes.
    case text(String)
    /// An operator or a punctuation mark.
    case symbol(String)
  }

  let tokens: [Token]

  init(_ sql: String) {
    var tokens: [Token] = []
    let scalars = Array(sql.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      switch scalar {
      case " ", "\t", "\n", "\r", "\u{C}": index += 1
      case "-" where next == "-":
        while index < scalars.count, scalars[index] != "\n" { index += 1 }
      case "/" where next == "*":
        index += 2
        while index + 1 < scalars.count, scalars[index] != "*" || scalars[index + 1] != "/" { index += 1 }
        index += 2
      case "'": tokens.append(.text(Self.quoted(scalars, &index, "'")))
      case "\"", "`": tokens.append(.name(Self.quoted(scalars, &index, scalar)))
      case "[": tokens.append(.name(Self.quoted(scalars, &index, "]")))
      case _ where Self.isOfWord(scalar):
        let start = index
        while index < scalars.count, Self.isOfWord(scalars[index]) || Self.isOfNumber(scalars, start, index) { index += 1 }
        tokens.append(.word(Self.text(scalars[start..<index])))
      default:
        let pair = Self.text([scalar, next])
        let isPair = ["<=", ">=", "==", "!=", "<>", "||", "<<", ">>", "->"].contains(pair)
        tokens.append(.symbol(isPair ? pair : Self.text([scalar])))
        index += isPair ? 2 : 1
      }
    }
    self.tokens = tokens
  }

  /// The conditions of a table: the tokens within the parentheses of each CHECK.
  var checks: [[Token]] {
    var checks: [[Token]] = []
    for (index, token) in tokens.enumerated() where token.isWord("check") {
      guard index + 1 < tokens.count, tokens[index + 1] == .symbol("("), let end = Self.end(of: index + 1, in: tokens[...])
      else { continue }
      checks.append(Array(tokens[index + 2..<end]))
    }
    return checks
  }

  /// The condition of an index, which follows the list of its columns; nil if there is none.
  var condition: [Token]? {
    guard let list = tokens.firstIndex(of: .symbol("(")), let end = Self.end(of: list, in: tokens[...]), end + 1 < tokens.count,
      tokens[end + 1].isWord("where")
    else { return nil }
    return Array(tokens[(end + 2)...])
  }

  /// Returns the index of the parenthesis that closes the parenthesis at `open`; nil if there is none.
  static func end(of open: Int, in tokens: ArraySlice<Token>) -> Int? {
    var depth = 0
    for index in open..<tokens.endIndex {
      if tokens[index] == .symbol("(") { depth += 1 }
      if tokens[index] == .symbol(")") { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Returns the tokens as SQL, without line breaks between them.
  static func text(_ tokens: some Sequence<Token>) -> String {
    var result = ""
    var previous: Token?
    for token in tokens {
      if let previous, isSpaced(previous, token) { result += " " }
      switch token {
      case .word(let text), .symbol(let text): result += text
      case .name(let name): result += SQLText.name(name)
      case .text(let text): result += SQLText.literal(text)
      }
      previous = token
    }
    return result
  }

  // Returns whether a space separates two tokens. No space follows an opening parenthesis or precedes a closing one, a comma, or the
  // arguments of a function.
  private static func isSpaced(_ first: Token, _ second: Token) -> Bool {
    if first == .symbol("(") || second == .symbol(")") || second == .symbol(",") { return false }
    guard second == .symbol("("), case .word = first else { return true }
    return ["in", "and", "or", "not", "between", "is", "then", "when", "else"].contains { first.isWord($0) }
  }

  // Reads up to the closing quote. Two successive quotes represent one quote in the text, except for brackets.
  private static func quoted(_ scalars: [Unicode.Scalar], _ index: inout Int, _ quote: Unicode.Scalar) -> String {
    var text = String.UnicodeScalarView()
    index += 1
    while index < scalars.count {
      if scalars[index] == quote {
        guard quote != "]", index + 1 < scalars.count, scalars[index + 1] == quote else { break }
        index += 1
      }
      text.append(scalars[index])
      index += 1
    }
    index += 1
    return String(text)
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80 || scalar == "_" || scalar == "$" || scalar == "." || isDigit(scalar)
      || (0x41...0x5A).contains(scalar.value & ~0x20)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

  // Returns whether the scalar at `index` is the sign of the exponent of a number that begins at `start`.
  private static func isOfNumber(_ scalars: [Unicode.Scalar], _ start: Int, _ index: Int) -> Bool {
    guard index > start, isDigit(scalars[start]) else { return false }
    return (scalars[index] == "+" || scalars[index] == "-") && scalars[index - 1].value | 0x20 == 0x65
  }
}

extension SQLTokens.Token {
  /// Returns whether the token is the keyword `word`, which must be in lowercase.
  func isWord(_ word: String) -> Bool {
    if case .word(let text) = self { SQLNames.folded(text).elementsEqual(word.utf8) } else { false }
  }
}
