/// A YAML error in terms of the user's text. libyaml reports errors in terms of its grammar, at the offset where its parser stopped.
struct SyntaxFault {
  let problem: Problem
  /// The range of bytes in the file.
  let bytes: Range<Int>

  /// Determines the cause of libyaml's `message` at an offset. `context` is the construct that libyaml was parsing, and `start` its offset.
  init(message: String, context: String?, at offset: Int, start: Int, in text: SourceText) {
    let lines = SourceLines(text)
    let found =
      switch message {
      case "mapping values are not allowed in this context": Self.unexpectedColon(at: offset, lines)
      case "did not find expected key": Self.unexpectedLine(at: offset, lines)
      case "did not find expected '-' indicator": Self.notAnItem(at: offset, lines)
      case "could not find expected ':'": Self.missingColon(lines.line(at: start), lines)
      case "did not find expected ',' or '}'", "did not find expected ',' or ']'": Self.openBracket(message, at: offset, start, lines)
      case "found unexpected end of stream" where context == "while scanning a quoted scalar":
        (Problem.notClosed(lines.character(at: start)), start..<start + 1)
      case "found character that cannot start any token": Self.needsQuotes(at: offset, lines)
      case "did not find expected alphabetic or numeric character": Self.needsQuotes(at: start, lines)
      default: Self.other(message, at: offset, lines)
      }
    (problem, bytes) = found ?? (.yamlSyntax(problem: message, context: context), offset..<offset)
  }

  private typealias Found = (Problem, Range<Int>)

  /// Explains a colon where no key can end: in the value of a line, or on a line that continues the previous one.
  private static func unexpectedColon(at offset: Int, _ lines: SourceLines) -> Found? {
    let number = lines.line(at: offset)
    if let value = lines.value(of: number), value.lowerBound < offset { return (.colonInText, value) }
    // Find the first line of the text that YAML parses as one multi-line scalar.
    var first = number
    while let before = lines.before(first), lines.value(of: before) == nil, !lines.endsInColon(before) { first = before }
    guard let before = lines.before(first) else { return nil }
    let isContinued = first == number || lines.indentation(of: first) > lines.indentation(of: before)
    if lines.value(of: before) != nil, isContinued { return wrongIndentation(of: number, lines) }
    return first == number ? nil : missingColon(first, lines)
  }

  /// Explains a line whose indentation matches no line above it, or text after the end of a value.
  private static func unexpectedLine(at offset: Int, _ lines: SourceLines) -> Found? {
    let number = lines.line(at: offset)
    guard lines.start(of: number) == offset else { return unexpected(at: offset, lines) }
    return wrongIndentation(of: number, lines)
  }

  private static func wrongIndentation(of number: Int, _ lines: SourceLines) -> Found? {
    let found = lines.indentation(of: number)
    var above: (name: String, indentation: Int)?
    var below: (name: String, indentation: Int)?
    var line = number
    // The candidates are lines above this line. Each candidate is indented less than those below it.
    while below == nil, let before = lines.before(line) {
      line = before
      let indentation = lines.indentation(of: before)
      guard indentation < above?.indentation ?? .max, let name = lines.key(of: before) else { continue }
      if indentation <= found { below = (name, indentation) } else { above = (name, indentation) }
    }
    guard above != nil || below != nil, below?.indentation != found else { return nil }
    let start = lines.start(of: number)
    return (
      .indentation(
        found: found, above: above.map { .init(name: $0.name, spaces: $0.indentation) },
        below: below.map { .init(name: $0.name, spaces: $0.indentation) }), start..<lines.end(of: number)
    )
  }

  private static func missingColon(_ number: Int, _ lines: SourceLines) -> Found? {
    let range = lines.start(of: number)..<lines.end(of: number)
    // libyaml searches at most 1,024 characters for the colon of a key.
    guard !range.isEmpty, range.count <= 1024 || !lines.text(range).contains(":") else { return nil }
    return (.missingColon(lines.text(range)), range)
  }

  /// Explains a line in a list that is not an item.
  private static func notAnItem(at offset: Int, _ lines: SourceLines) -> Found? {
    let number = lines.line(at: offset)
    guard lines.start(of: number) == offset else { return unexpected(at: offset, lines) }
    return (
      .yamlSyntax(problem: "this line must start with '- ', like the items of the list above it", context: nil), offset..<offset
    )
  }

  /// Explains a bracket that is never closed, or a missing comma between brackets.
  private static func openBracket(_ message: String, at offset: Int, _ start: Int, _ lines: SourceLines) -> Found? {
    guard lines.isClosed(start) else { return (.notClosed(lines.character(at: start)), start..<start + 1) }
    let close = message.hasSuffix("'}'") ? "}" : "]"
    return (.yamlSyntax(problem: "',' or '\(close)' is expected before this", context: nil), offset..<offset)
  }

  private static func needsQuotes(at offset: Int, _ lines: SourceLines) -> Found? {
    let character = lines.character(at: offset)
    guard "@`%*&".contains(character), character.count == 1 else { return unexpected(at: offset, lines) }
    return (.needsQuotes(character), offset..<offset + 1)
  }

  private static func unexpected(at offset: Int, _ lines: SourceLines) -> Found? {
    let character = lines.character(at: offset)
    guard !character.isEmpty else { return nil }
    return (.yamlSyntax(problem: "'\(character)' is not expected here", context: nil), offset..<offset + character.utf8.count)
  }

  private static func other(_ message: String, at offset: Int, _ lines: SourceLines) -> Found? {
    let words: String? =
      switch message {
      case "mapping keys are not allowed in this context":
        "'?' is not expected here; put a type that ends in '?' in quotation marks as a whole"
      case "block sequence entries are not allowed in this context": "a list with '- ' must start on its own line"
      case "did not find expected node content": "a value is expected here"
      case "found unknown escape character": "'\\' starts an unknown escape; write '\\\\', or use single quotation marks"
      default: nil
      }
    return words.map { (.yamlSyntax(problem: $0, context: nil), offset..<offset) }
  }
}
