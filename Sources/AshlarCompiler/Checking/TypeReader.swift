internal import AshlarSchema

/// Reads one object or embedded type.
struct TypeReader {
  let sink: DiagnosticSink
  private var nodes: NodeReader { NodeReader(sink: sink) }

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  func read(_ entry: MappingNode.Entry, kind: EntityKind) -> TypeDeclaration? {
    guard checkTypeName(entry.key) else { return nil }
    guard let mapping = nodes.mapping(entry.value, at: entry.key.span) else { return nil }
    let keyed = KeyedNode(mapping, place: kind == .object ? .object : .embedded, sink: sink)
    var type = TypeDeclaration(name: Name(entry.key), kind: kind, properties: [])
    if let entry = keyed.entry("table") {
      type.table = nodes.scalar(entry.value, at: entry.key.span, allowsNothing: true).map { Name($0) }
    }
    type.documentation = nodes.documentation(keyed["doc"])
    if let entry = keyed.entry("properties"), let properties = nodes.mapping(entry.value, at: entry.key.span) {
      for entry in properties.entries {
        switch PropertyReader(sink: sink).read(entry) {
        case .read(let property): type.properties.append(property)
        case .refused: type.refusedProperties.insert(entry.key.text)
        }
      }
    }
    return type
  }

  private func checkTypeName(_ key: ScalarNode) -> Bool {
    if ReservedNames.isReservedForTypes(key.text) {
      sink.report(.reservedTypeName(key.text), at: key.span)
    } else if !SwiftIdentifier.isValid(key.text) {
      sink.report(.invalidIdentifier(key.text, .type), at: key.span)
    } else {
      return true
    }
    return false
  }
}
