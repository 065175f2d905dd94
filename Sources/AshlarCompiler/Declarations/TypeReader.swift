internal import AshlarSchema

/// Reads one object, embedded or asymmetric type, or mixin.
struct TypeReader {
  let sink: DiagnosticSink
  private var nodes: NodeReader { NodeReader(sink: sink) }

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  func read(_ entry: MappingNode.Entry, kind: EntityKind) -> TypeDeclaration? {
    guard nodes.isTypeName(entry.key) else { return nil }
    guard let mapping = nodes.mapping(entry.value, of: .key(entry.key)) else { return nil }
    let keyed = KeyedNode(mapping, place: KeyPlace(kind), sink: sink)
    var type = TypeDeclaration(name: Name(entry.key), kind: kind, properties: [])
    if let entry = keyed.entry("table") {
      type.table = nodes.scalar(entry.value, of: .key(entry.key), allowsNothing: true).map { Name($0) }
    }
    type.was = nodes.names(keyed.entry("was"), allowsNothing: true)
    type.dropped = nodes.names(keyed.entry("dropped"), allowsNothing: true)
    type.documentation = nodes.documentation(keyed.entry("doc"))
    type.deprecation = nodes.text(keyed.entry("deprecated"))
    if let entry = keyed.entry("open") { type.isOpen = nodes.boolean(entry.value, of: .key(entry.key)) == true }
    if let entry = keyed.entry("values"), let hasValues = nodes.boolean(entry.value, of: .key(entry.key)) {
      if hasValues { type.values = entry.key.span } else { type.hasNoValues = true }
    }
    if let entry = keyed.entry("conforms") { type.conformances = ConformanceReader(sink: sink).read(entry) }
    type.mixins = nodes.names(keyed.entry("mixins"))
    type.rules = TypeRulesReader(sink: sink).read(keyed, kind: kind)
    (type.properties, type.refusedProperties) = readProperties(keyed)
    return type
  }

  func readMixin(_ entry: MappingNode.Entry) -> MixinDeclaration? {
    guard nodes.isTypeName(entry.key), let mapping = nodes.mapping(entry.value, of: .key(entry.key)) else { return nil }
    let keyed = KeyedNode(mapping, place: .mixin, sink: sink)
    let (properties, refused) = readProperties(keyed)
    return MixinDeclaration(
      name: Name(entry.key), mixins: nodes.names(keyed.entry("mixins")), properties: properties, refusedProperties: refused,
      documentation: nodes.documentation(keyed.entry("doc")))
  }

  private func readProperties(_ keyed: KeyedNode) -> (read: [PropertyDeclaration], refused: Set<String>) {
    var result: (read: [PropertyDeclaration], refused: Set<String>) = ([], [])
    guard let entry = keyed.entry("properties"), let properties = nodes.mapping(entry.value, of: .key(entry.key)) else { return result }
    for entry in properties.entries {
      switch PropertyReader(sink: sink).read(entry) {
      case .read(let property): result.read.append(property)
      case .refused: result.refused.insert(entry.key.text)
      }
    }
    return result
  }
}

extension KeyPlace {
  fileprivate init(_ kind: EntityKind) {
    self =
      switch kind {
      case .object: .object
      case .embedded: .embedded
      case .asymmetric: .asymmetric
      }
  }
}
