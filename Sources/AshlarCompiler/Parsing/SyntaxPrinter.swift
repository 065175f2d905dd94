/// Prints syntax trees, for debugging the compiler.
package enum SyntaxPrinter {
  package static func text(_ node: SyntaxNode, indent: Int) -> String {
    let space = String(repeating: "  ", count: indent)
    switch node {
    case .invalid: return "\(space)<refused>\n"
    case .scalar(let scalar): return "\(space)\(label(scalar))\n"
    case .sequence(let list): return list.items.isEmpty ? "\(space)[]\n" : list.items.map { item($0, space, indent) }.joined()
    case .mapping(let map): return map.entries.isEmpty ? "\(space){}\n" : map.entries.map { entry($0, space, indent) }.joined()
    }
  }

  private static func item(_ node: SyntaxNode, _ space: String, _ indent: Int) -> String {
    if case .scalar(let scalar) = node { return "\(space)- \(label(scalar))\n" }
    return "\(space)-\n" + text(node, indent: indent + 1)
  }

  private static func entry(_ entry: MappingNode.Entry, _ space: String, _ indent: Int) -> String {
    if case .scalar(let scalar) = entry.value { return "\(space)\(label(entry.key)): \(label(scalar))\n" }
    return "\(space)\(label(entry.key)):\n" + text(entry.value, indent: indent + 1)
  }

  private static func label(_ scalar: ScalarNode) -> String { JSONText.quoted(scalar.text) }
}
