/// Renders Swift declarations as text, with indentation, blank lines and comments.
struct SwiftRenderer: ~Copyable {
  /// The number of characters on each line of a long literal.
  private static let literalWidth = 100
  /// The maximum length of a line that contains a whole array; a longer array is written with one element on each line.
  private static let lineWidth = 140

  private var output = TextBuffer()
  private var level = 0

  /// Renders a file in UTF-8. `header` contains the lines of the comment at its beginning.
  static func utf8(
    header: [String], imports: [SwiftImport], declarations: some Sequence<SwiftDeclaration>
  ) -> [UInt8] {
    var renderer = SwiftRenderer()
    for line in header { renderer.line("// " + line) }
    if !imports.isEmpty { renderer.line("") }
    for module in imports { renderer.render(module) }
    if !imports.isEmpty { renderer.render(check: .current) }
    for declaration in declarations {
      renderer.line("")
      renderer.render(declaration)
    }
    return renderer.output.utf8
  }

  private mutating func render(check: RuntimeCheck) {
    line("")
    for text in check.comment { line("// " + text) }
    line(check.declaration)
  }

  private mutating func line(_ text: String) {
    if !text.isEmpty {
      indent()
      output += text
    }
    output += "\n"
  }

  // Most lines of a file declare properties, so these lines are assembled in the output buffer piece by piece, without temporary strings.

  private mutating func indent() {
    for _ in 0..<level { output += "  " }
  }

  private mutating func put(words: [String]) {
    for word in words {
      output += word
      output += " "
    }
  }

  /// Appends accessors in braces, on the same line.
  private mutating func put(_ accessors: [SwiftAccessor]) {
    output += " {"
    for accessor in accessors {
      output += " "
      put(words: accessor.attributes)
      output += accessor.keyword
      output += " { "
      output += accessor.code
      output += " }"
    }
    output += " }"
  }

  /// Appends attributes, modifiers and the rest of a declaration's head, at the beginning of a line.
  private mutating func putHead(of declaration: SwiftDeclaration) {
    indent()
    put(words: declaration.attributes)
    put(words: declaration.modifiers)
    output += declaration.head
  }

  private mutating func render(_ module: SwiftImport) {
    switch module.access {
    case .plain: line("import \(module.module)")
    case .public: line("public import \(module.module)")
    case .packageWhereNeeded:
      line("#if hasFeature(InternalImportsByDefault)")
      line("package import \(module.module)")
      line("#else")
      line("import \(module.module)")
      line("#endif")
    case .plainWhereFound:
      line("#if canImport(\(module.module))")
      line("import \(module.module)")
      line("#endif")
    }
  }

  private mutating func render(_ declaration: SwiftDeclaration) {
    if let documentation = declaration.documentation {
      for text in DocumentationComment.lines(documentation) { line(text) }
    }
    if let message = declaration.deprecation { line("@available(*, deprecated, message: \(SwiftLiteral.string(message)))") }
    switch declaration.body {
    case .value(.list(let items)): return render(list: items, head: Self.head(of: declaration))
    case .value(.longText(let text)): return render(literal: text, head: Self.head(of: declaration) + " =", end: "")
    case .value(.call(let function, let arguments)): return render(call: "\(Self.head(of: declaration)) = \(function)", arguments)
    default: putHead(of: declaration)
    }
    switch declaration.body {
    case .none, .value(.list), .value(.call), .value(.longText): break
    case .code(let code):
      output += code.isEmpty ? " {" : " { "
      output += code
      output += code.isEmpty ? "}" : " }"
    case .statements(let statements) where statements.count > 1:
      output += " {\n"
      level += 1
      for statement in statements { line(statement) }
      level -= 1
      indent()
      output += "}"
    case .statements(let statements):
      output += " { "
      output += statements.joined()
      output += " }"
    case .accessors(let accessors): put(accessors)
    case .stored(let value, let observers):
      output += " = "
      output += value
      if !observers.isEmpty { put(observers) }
    case .requirement(let isSettable): output += isSettable ? " { get set }" : " { get }"
    case .value(.expression(let value)):
      output += " = "
      output += value
    case .members(let members):
      output += " {\n"
      level += 1
      render(members)
      level -= 1
      indent()
      output += "}"
    }
    output += "\n"
  }

  private static func head(of declaration: SwiftDeclaration) -> String {
    (declaration.attributes + declaration.modifiers + [declaration.head]).joined(separator: " ")
  }

  private mutating func render(_ members: [SwiftMember]) {
    // Whether the previous member is surrounded by blank lines; nil if it is not a declaration, or if there is none.
    var isLastSetApart: Bool?
    for index in members.indices {
      let isFirst = index == members.startIndex
      switch members[index] {
      case .mark(let title):
        if !isFirst { line("") }
        line("// MARK: - \(title)")
        line("")
        isLastSetApart = nil
      case .declaration(let declaration):
        // A member that is documented or deprecated, or that has several statements, is separated from its neighbors by blank lines.
        let isSetApart = declaration.isSetApart
        if let isLastSetApart, isSetApart || isLastSetApart { line("") }
        render(declaration)
        isLastSetApart = isSetApart
      case .conditional(let condition, let members):
        if !isFirst { line("") }
        line("#if \(condition)")
        render(members)
        line("#endif")
        isLastSetApart = nil
      case .alternative(let condition, let first, let second):
        line("#if \(condition)")
        line(first)
        line("#else")
        line(second)
        line("#endif")
        isLastSetApart = nil
      }
    }
  }

  private mutating func render(list items: [String], head: String) {
    let short = "\(head) = [\(items.joined(separator: ", "))]"
    if level * 2 + short.utf8.count <= Self.lineWidth { return line(short) }
    line("\(head) = [")
    level += 1
    for item in items { line(item + ",") }
    level -= 1
    line("]")
  }

  private mutating func render(call: String, _ arguments: [[SwiftArgument]]) {
    line(call + "(")
    level += 1
    for (row, group) in arguments.enumerated() {
      let isLast = row == arguments.count - 1
      if group.count == 1, case .longText(let text) = group[0].value {
        render(literal: text, head: group[0].label + ":", end: isLast ? ")" : ",")
      } else {
        line(group.map(Self.text).joined(separator: ", ") + (isLast ? ")" : ","))
      }
    }
    level -= 1
  }

  private mutating func render(literal: String, head: String, end: String) {
    line("\(head) \"\"\"")
    level += 1
    let utf8 = literal.utf8
    var start = utf8.startIndex
    while start < utf8.endIndex {
      let end = utf8.index(start, offsetBy: Self.literalWidth, limitedBy: utf8.endIndex) ?? utf8.endIndex
      indent()
      output += literal[start..<end]
      output += end < utf8.endIndex ? "\\\n" : "\n"
      start = end
    }
    line("\"\"\"" + end)
    level -= 1
  }

  private static func text(_ argument: SwiftArgument) -> String {
    switch argument.value {
    case .expression(let value), .longText(let value): "\(argument.label): \(value)"
    }
  }
}
