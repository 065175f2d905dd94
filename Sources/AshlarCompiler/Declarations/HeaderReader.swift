internal import AshlarSchema

/// Reads the `schema` block.
struct HeaderReader {
  let sink: DiagnosticSink
  private var nodes: NodeReader { NodeReader(sink: sink) }

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  func read(_ entry: MappingNode.Entry) -> HeaderDeclaration? {
    guard let mapping = nodes.mapping(entry.value, of: .key(entry.key)) else { return nil }
    let keyed = KeyedNode(mapping, place: .schema, sink: sink)
    var header = HeaderDeclaration(span: entry.key.span)
    if let entry = keyed.entry("name"), let scalar = nodes.scalar(entry.value, of: .key(entry.key)) {
      if SwiftIdentifier.isValid(scalar.text) {
        header.name = Name(scalar)
      } else {
        sink.report(.invalidIdentifier(scalar.text, .schema), at: scalar.span)
      }
    }
    if let entry = keyed.entry("version"), let scalar = nodes.scalar(entry.value, of: .key(entry.key)) {
      header.versionSpan = scalar.span
      if scalar.text == "history" {
        header.hasVersionOfHistory = true
      } else if let version = UInt64(scalar.text), version < .max, scalar.text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        header.version = version
      } else {
        sink.report(.badSchemaVersion(scalar.text), at: scalar.span)
      }
    }
    if let entry = keyed.entry("values"), nodes.boolean(entry.value, of: .key(entry.key)) == true { header.values = entry.key.span }
    header.access = nodes.access(keyed.entry("access"))?.level
    if let entry = keyed.entry("imports"), let list = nodes.sequence(entry.value, of: .key(entry.key)) {
      header.imports = list.items.compactMap { readImport($0, of: entry.key) }
    }
    header.documentation = nodes.documentation(keyed.entry("doc"))
    return header
  }

  /// Reads the name of a module, a submodule or a declaration in one: identifiers joined by dots.
  private func readImport(_ node: SyntaxNode, of key: ScalarNode) -> Name? {
    guard let scalar = nodes.scalar(node, of: .item(of: key)) else { return nil }
    guard scalar.text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ SwiftIdentifier.isValid(String($0)) }) else {
      sink.report(.invalidIdentifier(scalar.text, .module), at: scalar.span)
      return nil
    }
    return Name(scalar)
  }
}
