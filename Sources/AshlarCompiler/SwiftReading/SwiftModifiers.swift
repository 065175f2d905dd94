/// The attributes and modifiers before a declaration.
struct SwiftModifiers {
  var wrapper: ScannedWrapper?
  var access: AccessLevel?
  var isPrivate = false
  var hasPrivateSetter = false
  /// The attributes other than `@Persisted`, as written.
  var attributes: [Name] = []
  /// The modifiers, as written.
  var written: [Name] = []
  var words: Set<String> = []
  /// The index of the declaration's keyword.
  var end: Int

  private static let known: Set<String> = [
    "public", "open", "package", "internal", "private", "fileprivate", "final", "static", "lazy", "weak", "unowned", "nonisolated",
    "override", "required", "convenience", "mutating", "nonmutating", "dynamic", "optional", "indirect", "prefix", "postfix", "infix",
    "isolated", "distributed", "consuming", "borrowing", "class",
  ]
  private static let keywords: Set<String> = ["func", "var", "let", "subscript", "init"]

  init(_ source: SwiftSource, at start: Int, limit: Int) {
    end = start
    while end < limit {
      if source.isMark(end, "@"), source.isWord(end + 1) {
        readAttribute(source)
      } else if source.isWord(end), Self.known.contains(source.word(end)), !isClassKeyword(source) {
        let word = source.word(end)
        let after = source.afterArguments(end + 1)
        // `private(set)` does not restrict reading.
        if after == end + 1 { note(word) } else if word == "private" || word == "fileprivate" { hasPrivateSetter = true }
        written.append(source.name(end..<after))
        end = after
      } else {
        return
      }
    }
    end = min(end, limit)
  }

  private func isClassKeyword(_ source: SwiftSource) -> Bool {
    guard source.isWord(end, "class"), source.isWord(end + 1) else { return false }
    let next = source.word(end + 1)
    return !Self.keywords.contains(next) && !Self.known.contains(next)
  }

  private mutating func note(_ word: String) {
    words.insert(word)
    switch word {
    case "public", "open": access = .public
    case "package": access = .package
    case "internal": access = .internal
    case "private", "fileprivate": isPrivate = true
    default: break
    }
  }

  private mutating func readAttribute(_ source: SwiftSource) {
    let start = end
    var name = end + 1
    end += 2
    while source.isMark(end, "."), source.isWord(end + 1) {
      name = end + 1
      end += 2
    }
    let after = source.afterArguments(end)
    if source.isWord(name, "Persisted") {
      let place = after > end ? end : start + 1
      var read = ScannedWrapper(
        span: source.span(start..<after), position: source.text.position(of: Int(source.tokens[place].start)),
        namePosition: source.text.position(of: Int(source.tokens[start + 1].start)))
      if after > end { readArguments(source, end + 1..<after - 1, of: &read) }
      wrapper = read
    } else {
      attributes.append(source.name(start..<after))
    }
    end = after
  }

  private func readArguments(_ source: SwiftSource, _ range: Range<Int>, of wrapper: inout ScannedWrapper) {
    var index = range.lowerBound
    while index < range.upperBound {
      var last = index
      while last < range.upperBound, !source.isMark(last, ",") { last = source.brackets.end(of: last) + 1 }
      last = min(last, range.upperBound)
      if source.isWord(index, "wrappedValue"), source.isMark(index + 1, ":"), index + 2 < last {
        wrapper.wrappedValue = ScannedValue(text: source.name(index + 2..<last), tokens: Array(source.tokens[index + 2..<last]))
      } else if source.isWord(index), source.isMark(index + 1, ":"), index + 2 < last {
        wrapper.arguments.append((source.name(index), source.name(index + 2..<last)))
      } else if index < last {
        wrapper.arguments.append((Name(text: "", span: source.span(index..<last)), source.name(index..<last)))
      }
      index = last + 1
    }
  }
}
