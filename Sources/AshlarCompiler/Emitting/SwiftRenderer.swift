/// Makes text of Swift declarations: the only place that knows of indentation, blank lines and comment marks.
struct SwiftRenderer {
  /// How many characters of a long literal stand on a line.
  private static let literalWidth = 100
  /// How long a line may become that could be broken.
  private static let lineWidth = 140

  private var output = ""
  private var level = 0

  /// The text of a file.
  static func text(_ file: SwiftFile) -> String {
    var renderer = SwiftRenderer()
    for line in file.header { renderer.line("// " + line) }
    if !file.imports.isEmpty { renderer.line("") }
    for module in file.imports { renderer.render(module) }
    for declaration in file.declarations {
      renderer.line("")
      renderer.render(declaration)
    }
    return renderer.output
  }

  private mutating func line(_ text: String) {
    if !text.isEmpty {
      for _ in 0..<level { output += "  " }
      output += text
    }
    output += "\n"
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
    }
  }

  private mutating func render(_ declaration: SwiftDeclaration) {
    if let documentation = declaration.documentation {
      for text in DocumentationComment.lines(documentation) { line(text) }
    }
    if let message = declaration.deprecation { line("@available(*, deprecated, message: \(SwiftLiteral.string(message)))") }
    let head = (declaration.attributes + declaration.modifiers + [declaration.head]).joined(separator: " ")
    switch declaration.body {
    case .none: line(head)
    case .code(let code): line(code.isEmpty ? "\(head) {}" : "\(head) { \(code) }")
    case .statements(let statements):
      guard statements.count > 1 else { return line("\(head) { \(statements.joined()) }") }
      line(head + " {")
      level += 1
      for statement in statements { line(statement) }
      level -= 1
      line("}")
    case .accessors(let accessors): line("\(head) { \(accessors.map(text).joined(separator: " ")) }")
    case .stored(let value, let observers):
      line("\(head) = \(value)" + (observers.isEmpty ? "" : " { \(observers.map(text).joined(separator: " ")) }"))
    case .requirement(let isSettable): line("\(head) { get\(isSettable ? " set" : "") }")
    case .value(.expression(let value)): line("\(head) = \(value)")
    case .value(.list(let items)): render(list: items, head: head)
    case .value(.call(let function, let arguments)): render(call: "\(head) = \(function)", arguments)
    case .members(let members):
      line(head + " {")
      level += 1
      for (index, member) in members.enumerated() { render(member, after: index == 0 ? nil : members[index - 1]) }
      level -= 1
      line("}")
    }
  }

  private mutating func render(_ member: SwiftMember, after last: SwiftMember?) {
    switch member {
    case .mark(let title):
      if last != nil { line("") }
      line("// MARK: - \(title)")
      line("")
    case .declaration(let declaration):
      // A documented or deprecated member is set apart from its neighbours.
      if case .declaration(let previous) = last, declaration.isSetApart || previous.isSetApart { line("") }
      render(declaration)
    case .conditional(let condition, let members):
      if last != nil { line("") }
      line("#if \(condition)")
      for (index, member) in members.enumerated() { render(member, after: index == 0 ? nil : members[index - 1]) }
      line("#endif")
    case .alternative(let condition, let first, let second):
      line("#if \(condition)")
      line(first)
      line("#else")
      line(second)
      line("#endif")
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
        render(literal: text, label: group[0].label, end: isLast ? ")" : ",")
      } else {
        line(group.map(text).joined(separator: ", ") + (isLast ? ")" : ","))
      }
    }
    level -= 1
  }

  private mutating func render(literal: String, label: String, end: String) {
    line("\(label): \"\"\"")
    level += 1
    var rest = literal.utf8[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.literalWidth)
      rest = rest.dropFirst(part.count)
      line((String(part) ?? "") + (rest.isEmpty ? "" : "\\"))
    }
    line("\"\"\"" + end)
    level -= 1
  }

  private func text(_ accessor: SwiftAccessor) -> String {
    (accessor.attributes + [accessor.keyword, "{ \(accessor.code) }"]).joined(separator: " ")
  }

  private func text(_ argument: SwiftArgument) -> String {
    switch argument.value {
    case .expression(let value), .longText(let value): "\(argument.label): \(value)"
    }
  }
}
