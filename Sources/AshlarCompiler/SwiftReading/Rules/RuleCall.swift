/// A call in the list of `schemaRules`, such as `.range(\Dog.age, 0...30)`.
struct RuleCall {
  /// The name of the rule, such as `range`.
  var name: Name
  var arguments: [RuleArgument]
  /// The span of the whole call.
  var span: SourceSpan

  /// Parses the body of `schemaRules`: calls of members in brackets, with or without `return`. Returns nil for any other body.
  static func list(_ body: ScannedBody) -> [RuleCall]? {
    let source = TokenSlice(body.tokens[...], body)
    var rest = source.first.map { source.word($0) == "return" } == true ? source.dropFirst() : source
    guard let inner = rest.takeBracketed("[", "]"), rest.tokens.isEmpty else { return nil }
    var calls: [RuleCall] = []
    for part in inner.split() {
      var part = part
      guard let span = part.span, part.takeMark("."), let name = part.takeWord(), let arguments = part.takeBracketed("(", ")"),
        part.tokens.isEmpty
      else { return nil }
      calls.append(RuleCall(name: name, arguments: arguments.split().map(RuleArgument.init), span: span))
    }
    return calls
  }
}

/// An argument of a call, with its label.
struct RuleArgument {
  /// The label; empty if there is none.
  let label: String
  let value: TokenSlice
  /// The span of the value.
  let span: SourceSpan

  fileprivate init(_ tokens: TokenSlice) {
    var value = tokens
    if tokens.tokens.count > 2, let word = value.takeWord(), value.takeMark(":") {
      label = word.text
    } else {
      (label, value) = ("", tokens)
    }
    (self.value, span) = (value, value.span ?? SourceSpan(file: tokens.body.span.file, bytes: tokens.body.span.bytes))
  }

  /// The class and the property in a key path such as `\Dog.name` or `\.name`; the class is empty if it is omitted. Nil for anything else.
  var keyPath: (root: String, property: Name)? {
    var rest = value
    guard rest.takeMark("\\") else { return nil }
    var words: [Name] = []
    if let root = rest.takeWord() { words.append(root) }
    let hasRoot = !words.isEmpty
    while rest.takeMark(".") {
      guard let word = rest.takeWord() else { return nil }
      words.append(word)
    }
    guard rest.tokens.isEmpty, words.count > (hasRoot ? 1 : 0), hasRoot || words.count == 1, let property = words.last else { return nil }
    return (words.dropLast().map(\.text).joined(separator: "."), property)
  }

  /// The text of a string literal; nil for anything else.
  var string: String? { value.tokens.map(\.kind) == [.plainString] ? WrittenValue.unescaped(value.text) : nil }

  /// `true` or `false`; nil for anything else.
  var boolean: Bool? { value.text == "true" ? true : value.text == "false" ? false : nil }

  /// The name of a member such as `.less`; nil for anything else.
  var member: String? {
    var rest = value
    guard rest.takeMark("."), let word = rest.takeWord(), rest.tokens.isEmpty else { return nil }
    return word.text
  }

  /// The number in the syntax of schemas; nil for anything but a literal.
  var number: String? { value.number }

  /// The bounds of a range such as `0...150`, `1...` or `...40`, each nil if it is omitted; nil for anything else.
  var range: (low: String?, high: String?)? {
    guard let (left, right) = value.splitAtRange(), !left.tokens.isEmpty || !right.tokens.isEmpty else { return nil }
    let (low, high) = (left.number, right.number)
    guard left.tokens.isEmpty || low != nil, right.tokens.isEmpty || high != nil else { return nil }
    return (low, high)
  }
}
