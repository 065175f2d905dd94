/// Splits the text of a predicate into tokens.
struct PredicateLexer {
  let text: String
  let bytes: [UInt8]
  var position = 0
  private(set) var argumentCount = 0
  // Whether the last token ends an operand; if so, a dot after it is not a decimal point.
  private var isAfterOperand = false

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Returns all tokens, the last of which is `end`.
  mutating func tokens() throws(RealmPredicateError) -> [Token] {
    var tokens: [Token] = []
    tokens.reserveCapacity(bytes.count / 4 + 2)
    while true {
      while position < bytes.count, isBlank(bytes[position]) { position += 1 }
      let start = position
      let kind = try next()
      assert(position <= bytes.count, "a token ends within the text")
      tokens.append(Token(kind: kind, range: start..<position))
      switch kind {
      case .end: return tokens
      case .word, .escaped, .operation, .literal, .argument, .nameArgument, .variable, .symbol(")"), .symbol("]"): isAfterOperand = true
      case .symbol: isAfterOperand = false
      }
    }
  }

  func fail(_ message: String, at offset: Int? = nil) -> RealmPredicateError {
    RealmPredicateError(message, text, offset: offset ?? position)
  }

  func byte(_ distance: Int = 0) -> UInt8? { position + distance < bytes.count ? bytes[position + distance] : nil }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  static func isDigit(_ byte: UInt8?) -> Bool { byte.map { (48...57).contains($0) } ?? false }

  static func beginsName(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (65...90).contains(byte) || (97...122).contains(byte) || byte == 95 || byte >= 128
  }

  static func continuesName(_ byte: UInt8?) -> Bool { beginsName(byte) || isDigit(byte) || byte == 36 }

  private mutating func next() throws(RealmPredicateError) -> Token.Kind {
    guard let first = byte() else { return .end }
    if let literal = try rawLiteral() { return .literal(literal) }
    if PredicateLexer.beginsName(first) { return word() }
    if PredicateLexer.isDigit(first) || first == UInt8(ascii: "."), !isAfterOperand || PredicateLexer.isDigit(first),
      first != UInt8(ascii: ".") || PredicateLexer.isDigit(byte(1))
    {
      return .literal(try number())
    }
    switch first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .literal(.string(try string()))
    case UInt8(ascii: "%"): return try placeholder()
    case UInt8(ascii: "$"): return try variable()
    case UInt8(ascii: "#"):
      position += 1
      guard PredicateLexer.beginsName(byte()) else { throw fail("Expected a property's name after '#'.") }
      return .escaped(name())
    case UInt8(ascii: "@"):
      position += 1
      guard PredicateLexer.beginsName(byte()) else { throw fail("Expected an operation such as '@count' here.", at: position - 1) }
      return .operation(name())
    default: return try symbol(first)
    }
  }

  private mutating func word() -> Token.Kind {
    let start = position
    let name = name()
    return .word(name, Word(bytes[start..<position]))
  }

  private mutating func name() -> String {
    let start = position
    while PredicateLexer.continuesName(byte()) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func symbol(_ first: UInt8) throws(RealmPredicateError) -> Token.Kind {
    // Symbols of two bytes are tried first. A zero byte in the text must not be mistaken for the padding of a one-byte symbol.
    if let second = byte(1), second != 0 {
      let two = Symbol(first, second)
      if two == "&&" || two == "||" || Operator(two) != nil {
        position += 2
        return .symbol(two)
      }
    }
    let one = Symbol(first)
    switch one {
    case "!", "(", ")", "[", "]", "{", "}", ",", ".", "+", "-", "*", "/": break
    case _ where Operator(one) != nil: break
    default:
      throw fail("'\(Character(Unicode.Scalar(first)))' is not valid here: write text in quotes, and pass values as arguments, '%@'.")
    }
    position += 1
    return .symbol(one)
  }

  private mutating func placeholder() throws(RealmPredicateError) -> Token.Kind {
    for placeholder in ["%lld", "%ld", "%lu", "%lf", "%@", "%d", "%i", "%u", "%f", "%g", "%s", "%c", "%x", "%K"]
    where bytes[position...].starts(with: placeholder.utf8) {
      position += placeholder.utf8.count
      argumentCount += 1
      return placeholder == "%K" ? .nameArgument(argumentCount - 1) : .argument(argumentCount - 1)
    }
    throw fail("'%' begins a placeholder: write '%@' for a value and '%K' for the name of a property.")
  }

  private mutating func variable() throws(RealmPredicateError) -> Token.Kind {
    let start = position
    position += 1
    let isName = byte() == UInt8(ascii: "K") && PredicateLexer.isDigit(byte(1))
    if isName { position += 1 }
    let digits = position
    while PredicateLexer.isDigit(byte()) { position += 1 }
    if position > digits {
      guard let index = Int(String(decoding: bytes[digits..<position], as: UTF8.self)) else {
        throw fail("This argument does not exist.", at: start)
      }
      return isName ? .nameArgument(index) : .argument(index)
    }
    guard PredicateLexer.beginsName(byte()) else { throw fail("Expected an argument such as '$0' here.", at: start) }
    return .variable(name())
  }
}
