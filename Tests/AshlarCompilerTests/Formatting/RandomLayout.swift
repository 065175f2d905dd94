import TestSupport

@testable import AshlarCompiler
@testable import AshlarSchemaTools

/// Writes a tree with random layout: fixed keys in any order, maps and lists in either style, comments and blank lines anywhere.
struct RandomLayout {
  private let text: SourceText
  private var random: SeededGenerator
  private(set) var comments: [String] = []
  private var lines: [String] = []

  init(_ file: SourceFile, random: SeededGenerator) {
    text = SourceText(file)
    self.random = random
  }

  /// The text, or nil when the file is not YAML.
  mutating func make() -> String? {
    guard case .mapping(let mapping) = SyntaxParser.parse(text, file: 0, sink: DiagnosticSink()).root else { return nil }
    add(mapping, .file, 0)
    ownLine(Int.random(in: 0...6, using: &random))
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func comment() -> String {
    let comment = "# comment \(comments.count): [\"é'"
    comments.append(comment)
    return comment
  }

  private mutating func ownLine(_ indentation: Int) {
    if chance(9) { lines.append(chance(2) ? "" : "   ") }
    if chance(9) { lines.append(String(repeating: " ", count: indentation) + comment()) }
    if chance(12) { lines.append("") }
  }

  private mutating func entries(_ mapping: MappingNode, _ place: LayoutPlace) -> [MappingNode.Entry] {
    place.keyOrder == nil ? mapping.entries : mapping.entries.shuffled(using: &random)
  }

  private mutating func add(_ mapping: MappingNode, _ place: LayoutPlace, _ indentation: Int) {
    for entry in entries(mapping, place) {
      ownLine(indentation)
      add(entry.key.text + ":", entry.value, place.inner(entry.key.text), indentation)
    }
    if chance(9) { lines.append(String(repeating: " ", count: indentation + Int.random(in: 0...3, using: &random)) + comment()) }
  }

  private mutating func add(_ head: String, _ value: SyntaxNode, _ place: LayoutPlace, _ indentation: Int) {
    let margin = String(repeating: " ", count: indentation)
    let trailing = chance(7) ? "  " + comment() : ""
    let isFlow = chance(2)
    switch value {
    case .scalar(let scalar):
      if scalar.style == .block, isFlow {
        lines.append("\(margin)\(head) |-\(trailing)")
        for line in scalar.text.split(separator: "\n", omittingEmptySubsequences: false) { lines.append("\(margin)     \(line)") }
      } else {
        lines.append("\(margin)\(head) \(self.scalar(scalar))\(trailing)")
      }
    case .mapping(let mapping) where !mapping.entries.isEmpty && !isFlow:
      lines.append("\(margin)\(head)\(trailing)")
      add(mapping, place, indentation + Int.random(in: 1...4, using: &random))
    case .sequence(let sequence) where !isFlow:
      lines.append("\(margin)\(head)\(trailing)")
      let inner = indentation + Int.random(in: 0...3, using: &random)
      for item in sequence.items {
        ownLine(inner)
        let trailing = chance(5) ? " " + comment() : ""
        lines.append(String(repeating: " ", count: inner) + "-  " + flow(item, .cases, inner + 2) + trailing)
      }
    default:
      lines.append("\(margin)\(head) " + flow(value, place, indentation + 2) + trailing)
    }
  }

  private mutating func scalar(_ scalar: ScalarNode) -> String {
    if scalar.isAbsent { return "" }
    return scalar.style == .plain && !scalar.text.contains { "?,[]{}:".contains($0) } && !chance(4)
      ? scalar.text : YAMLText.quoted(scalar.text)
  }

  private mutating func flow(_ node: SyntaxNode, _ place: LayoutPlace, _ indentation: Int) -> String {
    let parts: [String]
    let (open, close): (String, String)
    switch node {
    case .scalar(let scalar): return self.scalar(scalar)
    case .invalid: return ""
    case .sequence(let sequence):
      (open, close) = ("[", "]")
      parts = sequence.items.map { flow($0, .value, indentation + 2) }
    case .mapping(let mapping):
      (open, close) = ("{", "}")
      parts = entries(mapping, place).map { "\($0.key.text): " + flow($0.value, place.inner($0.key.text), indentation + 2) }
    }
    guard chance(3), !parts.isEmpty else { return open + parts.joined(separator: ",") + close }
    let margin = "\n" + String(repeating: " ", count: indentation)
    var text = open + (chance(4) ? " " + comment() : "")
    for (number, part) in parts.enumerated() {
      text += margin + (chance(6) ? comment() + margin : "") + part + (number < parts.count - 1 ? "," : "")
      if chance(5) { text += " " + comment() }
    }
    return text + margin + (chance(6) ? comment() + margin : "") + close
  }
}
