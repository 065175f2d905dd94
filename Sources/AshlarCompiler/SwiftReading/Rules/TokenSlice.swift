/// A range of tokens of a body. The `take` methods remove tokens from its beginning.
struct TokenSlice {
  private(set) var tokens: ArraySlice<SwiftToken>
  let body: ScannedBody

  init(_ tokens: ArraySlice<SwiftToken>, _ body: ScannedBody) {
    (self.tokens, self.body) = (tokens, body)
  }

  var first: SwiftToken? { tokens.first }

  func dropFirst() -> TokenSlice { TokenSlice(tokens.dropFirst(), body) }

  /// The span from the first token to the last; nil if there are none.
  var span: SourceSpan? {
    guard let first = tokens.first, let last = tokens.last else { return nil }
    return SourceSpan(file: body.span.file, bytes: Int(first.start)..<Int(last.end))
  }

  /// The source text; empty if there are no tokens.
  var text: String { span.map { text($0.bytes) } ?? "" }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: body.bytes[range.lowerBound - body.start..<range.upperBound - body.start], as: UTF8.self)
  }

  /// Returns the text of a token. If the token is a word, its backticks are omitted.
  func word(_ token: SwiftToken) -> String {
    let text = text(token.range)
    return token.kind == .word && text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text
  }

  /// Removes and returns the first token if it is a word; otherwise returns nil.
  mutating func takeWord() -> Name? {
    guard let token = tokens.first, token.kind == .word else { return nil }
    tokens.removeFirst()
    return Name(text: word(token), span: SourceSpan(file: body.span.file, bytes: token.range))
  }

  /// Removes the first token and returns true if the token is this mark; otherwise returns false.
  mutating func takeMark(_ mark: Unicode.Scalar) -> Bool {
    guard let token = tokens.first, token.kind == .mark, token.byte == UInt8(ascii: mark) else { return false }
    tokens.removeFirst()
    return true
  }

  /// If the first token is `open`, removes the tokens up to and including the matching `close`, and returns the tokens between them.
  /// Returns nil if the first token is not `open`, or if it is not closed.
  mutating func takeBracketed(_ open: Unicode.Scalar, _ close: Unicode.Scalar) -> TokenSlice? {
    guard let first = tokens.first, first.kind == .mark, first.byte == UInt8(ascii: open),
      let end = tokens.indices.first(where: { Self.depth(tokens[...$0]) == 0 }), tokens[end].byte == UInt8(ascii: close)
    else { return nil }
    let inner = TokenSlice(tokens[tokens.startIndex + 1..<end], body)
    tokens = tokens[(end + 1)...]
    return inner
  }

  /// Returns the parts between the commas that are not in brackets. An empty part at the end is omitted.
  func split() -> [TokenSlice] {
    var parts: [TokenSlice] = []
    var (start, depth) = (tokens.startIndex, 0)
    for index in tokens.indices {
      depth += Self.step(tokens[index])
      guard depth == 0, tokens[index].kind == .mark, tokens[index].byte == UInt8(ascii: ",") else { continue }
      parts.append(TokenSlice(tokens[start..<index], body))
      start = index + 1
    }
    if start < tokens.endIndex { parts.append(TokenSlice(tokens[start...], body)) }
    return parts
  }

  /// Returns the tokens before and after `...`; nil if there is none.
  func splitAtRange() -> (TokenSlice, TokenSlice)? {
    func isDot(_ index: Int) -> Bool { tokens[index].kind == .mark && tokens[index].byte == UInt8(ascii: ".") }
    guard let start = tokens.indices.dropLast(2).first(where: { isDot($0) && isDot($0 + 1) && isDot($0 + 2) }) else { return nil }
    return (TokenSlice(tokens[..<start], body), TokenSlice(tokens[(start + 3)...], body))
  }

  /// The number in the syntax of schemas, if the tokens are a literal; otherwise nil.
  var number: String? {
    let kinds = tokens.map(\.kind)
    guard kinds == [.number] || kinds == [.mark, .number] && tokens.first?.byte == UInt8(ascii: "-") else { return nil }
    if let integer = WrittenValue.integer(text) { return String(integer) }
    let digits = text.filter { $0 != "_" && $0 != " " }
    return DecimalNumber(digits) == nil ? nil : digits
  }

  private static func depth(_ tokens: ArraySlice<SwiftToken>) -> Int { tokens.reduce(0) { $0 + step($1) } }

  private static func step(_ token: SwiftToken) -> Int {
    guard token.kind == .mark else { return 0 }
    switch Unicode.Scalar(token.byte) {
    case "(", "[", "{": return 1
    case ")", "]", "}": return -1
    default: return 0
    }
  }
}
