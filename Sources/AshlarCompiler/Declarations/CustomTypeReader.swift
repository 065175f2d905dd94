/// Reads one custom type.
struct CustomTypeReader {
  let sink: DiagnosticSink
  private var nodes: NodeReader { NodeReader(sink: sink) }

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  func read(_ entry: MappingNode.Entry) -> CustomTypeDeclaration? {
    guard nodes.isTypeName(entry.key) else { return nil }
    guard let mapping = nodes.mapping(entry.value, of: .key(entry.key)) else { return nil }
    let keyed = KeyedNode(mapping, place: .customType, sink: sink)
    guard let persisted = keyed.entry("persisted") else {
      sink.report(.missingKey("persisted", place: .customType), at: entry.key.span)
      return nil
    }
    guard let name = nodes.scalar(persisted.value, of: .key(persisted.key)), let swiftName = nodes.swiftName(keyed, of: entry.key) else {
      return nil
    }
    let failable = keyed.entry("failable").flatMap { nodes.boolean($0.value, of: .key($0.key)) } ?? false
    return CustomTypeDeclaration(
      name: Name(entry.key), persisted: Name(name), isFailable: failable, swiftName: swiftName,
      documentation: nodes.documentation(keyed.entry("doc")))
  }
}

extension NodeReader {
  /// Returns Swift's spelling of a type that is declared in Swift: its name in the schema, unless the key `swift` specifies a different
  /// one. If the value of that key is invalid, reports the error and returns nil.
  func swiftName(_ keyed: KeyedNode, of name: ScalarNode) -> String? {
    guard let swift = keyed.entry("swift") else { return name.text }
    guard let scalar = scalar(swift.value, of: .key(swift.key)) else { return nil }
    guard scalar.text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ SwiftIdentifier.isValid(String($0)) }) else {
      sink.report(.invalidIdentifier(scalar.text, .type), at: scalar.span)
      return nil
    }
    return scalar.text
  }
}
