/// The tokens of one file, with the queries that readers need.
package struct SwiftSource {
  let text: SourceText
  let file: Int
  let tokens: [SwiftToken]
  let brackets: SwiftBrackets

  package init(_ text: SourceText, file: Int) {
    (self.text, self.file) = (text, file)
    tokens = SwiftLexer.tokens(text.file.bytes, from: text.start)
    brackets = SwiftBrackets(tokens)
  }

  /// Returns the text of a token. If the token is a word, its backticks are omitted.
  func word(_ index: Int) -> String {
    var range = tokens[index].range
    if tokens[index].kind == .word, text.file.bytes[range.lowerBound] == UInt8(ascii: "`") {
      range = range.lowerBound + 1..<range.upperBound - 1
    }
    return String(decoding: text.file.bytes[range], as: UTF8.self)
  }

  func isWord(_ index: Int) -> Bool { index < tokens.count && tokens[index].kind == .word }

  func isMark(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
    index < tokens.count && tokens[index].kind == .mark && tokens[index].byte == UInt8(ascii: mark)
  }

  func isWord(_ index: Int, _ word: StaticString) -> Bool {
    guard isWord(index), tokens[index].range.count == word.utf8CodeUnitCount else { return false }
    let start = Int(tokens[index].start)
    return (0..<word.utf8CodeUnitCount).allSatisfy { text.file.bytes[start + $0] == word.utf8Start[$0] }
  }

  func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(file: file, bytes: Int(tokens[range.lowerBound].start)..<Int(tokens[range.upperBound - 1].end))
  }

  /// Returns the source text of a range of tokens.
  func name(_ range: Range<Int>) -> Name {
    let span = span(range)
    return Name(text: String(decoding: text.file.bytes[span.bytes], as: UTF8.self), span: span)
  }

  /// Returns a single word without its backticks.
  func name(_ index: Int) -> Name { Name(text: word(index), span: span(index..<index + 1)) }

  /// Returns whether two tokens are adjacent in the source, without white space or comments between them.
  func areAdjacent(_ first: Int, _ second: Int) -> Bool { second < tokens.count && tokens[first].end == tokens[second].start }

  /// Returns the index after the argument list of an attribute or modifier if it begins at `index`, adjacent to the preceding token;
  /// otherwise `index`.
  func afterArguments(_ index: Int) -> Int {
    isMark(index, "(") && areAdjacent(index - 1, index) ? brackets.end(of: index) + 1 : index
  }
}
