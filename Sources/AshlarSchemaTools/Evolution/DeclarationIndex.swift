internal import AshlarCompiler

/// The spans of the names that schema files declare.
struct DeclarationIndex: Sendable {
  /// The spans of types, enums and projections, by name.
  private(set) var types: [String: SourceSpan] = [:]
  /// The spans of properties and cases, by type and name.
  private(set) var members: [String: [String: SourceSpan]] = [:]
  /// The span of the version in the `schema` block, or of the block's key if it has no version; nil if there is no block.
  private(set) var version: SourceSpan?
  /// The span of the access level in the `schema` block; nil if it has none.
  private(set) var access: SourceSpan?

  init(trees: [SyntaxTree]) {
    for tree in trees {
      guard case .mapping(let root) = tree.root else { continue }
      for entry in root.entries { read(entry) }
    }
  }

  private mutating func read(_ section: MappingNode.Entry) {
    guard case .mapping(let mapping) = section.value else { return }
    switch section.key.text {
    case "schema":
      version = mapping.entries.first { $0.key.text == "version" }?.value.span ?? section.key.span
      access = mapping.entries.first { $0.key.text == "access" }?.value.span
    case "enums":
      for entry in mapping.entries { add(entry.key, members: entry.value.value(of: "cases") ?? entry.value) }
    case "objects", "embedded", "asymmetric", "projections":
      for entry in mapping.entries { add(entry.key, members: entry.value.value(of: "properties")) }
    default:
      break
    }
  }

  private mutating func add(_ name: ScalarNode, members node: SyntaxNode?) {
    types[name.text] = name.span
    var names: [ScalarNode] = []
    switch node {
    case .mapping(let mapping): names = mapping.entries.map(\.key)
    case .sequence(let sequence):
      for case .scalar(let scalar) in sequence.items { names.append(scalar) }
    default: break
    }
    members[name.text] = Dictionary(names.map { ($0.text, $0.span) }) { first, _ in first }
  }
}

extension SyntaxNode {
  /// Returns the value of a key; nil if this is not a mapping with that key.
  fileprivate func value(of key: String) -> SyntaxNode? {
    guard case .mapping(let mapping) = self else { return nil }
    return mapping.entries.first { $0.key.text == key }?.value
  }
}
