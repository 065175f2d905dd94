package import AshlarSchema

/// Reads one enum.
package struct EnumReader {
  let sink: DiagnosticSink
  private var nodes: NodeReader { NodeReader(sink: sink) }

  package static let rawTypes: [(name: String, type: ValueType)] = ScalarKind.all.filter(\.canBeRaw).map { ($0.name, $0.type) }

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  func read(_ entry: MappingNode.Entry) -> EnumDeclaration? {
    guard nodes.isTypeName(entry.key) else { return nil }
    if case .sequence(let list) = entry.value {
      return cases(.sequence(list), rawType: .string, of: entry).map {
        EnumDeclaration(name: Name(entry.key), rawType: .string, cases: $0)
      }
    }
    guard let mapping = nodes.mapping(entry.value, of: .key(entry.key)) else { return nil }
    let keyed = KeyedNode(mapping, place: .enumeration, sink: sink)
    var rawType = ValueType.string
    if let raw = keyed.entry("raw") {
      guard let scalar = nodes.scalar(raw.value, of: .key(raw.key)) else { return nil }
      guard let known = Self.rawTypes.first(where: { $0.name == scalar.text }) else {
        let suggestion = Spelling.nearest(to: scalar.text, in: Self.rawTypes.map(\.name))
        sink.report(.unknownRawType(scalar.text, suggestion: suggestion), at: scalar.span)
        return nil
      }
      rawType = known.type
    }
    if let external = keyed.entry("external"), nodes.boolean(external.value, of: .key(external.key)) == true {
      return readExternal(keyed, rawType: rawType, of: entry)
    }
    if let swift = keyed.entry("swift") { sink.report(.swiftNeedsExternal, at: swift.key.span) }
    guard let casesEntry = keyed.entry("cases") else {
      sink.report(.enumWithoutCases(entry.key.text), at: entry.key.span)
      return nil
    }
    guard let cases = cases(casesEntry.value, rawType: rawType, of: entry, key: casesEntry.key) else { return nil }
    var declaration = EnumDeclaration(
      name: Name(entry.key), rawType: rawType, cases: cases, unknownCase: readUnknown(keyed, cases, of: entry.key),
      documentation: nodes.documentation(keyed.entry("doc")))
    declaration.checked = readChecked(keyed, declaration)
    return declaration
  }

  private func readChecked(_ keyed: KeyedNode, _ declaration: EnumDeclaration) -> SourceSpan? {
    guard let entry = keyed.entry("checked"), nodes.boolean(entry.value, of: .key(entry.key)) == true else { return nil }
    let reason: RuleProblem.UncheckedReason
    if declaration.unknownCase != nil {
      reason = .unknownCase
    } else if !declaration.isListed {
      reason = .withoutCases
    } else if declaration.rawType.kind.number == .floatingPoint {
      reason = .floatingPoint
    } else {
      return entry.key.span
    }
    sink.report(.rule(.uncheckedEnum(declaration.name.text, reason)), at: entry.key.span)
    return nil
  }

  private func readUnknown(_ keyed: KeyedNode, _ cases: [CaseDeclaration], of name: ScalarNode) -> Name? {
    guard let entry = keyed.entry("unknown"), let scalar = nodes.scalar(entry.value, of: .key(entry.key)) else { return nil }
    if cases.contains(where: { $0.name.text == scalar.text }) { return Name(scalar) }
    let nearest = Spelling.nearest(to: scalar.text, in: cases.map(\.name.text))
    let place = cases.first { $0.name.text == nearest }?.name.span ?? name.span
    sink.report(
      .unknownCaseNotFound(scalar.text, type: name.text), at: scalar.span,
      notes: [(nearest.map { .didYouMean($0) } ?? .declaredHere(name.text), place)])
    return nil
  }

  private func readExternal(_ keyed: KeyedNode, rawType: ValueType, of entry: MappingNode.Entry) -> EnumDeclaration? {
    if let unknown = keyed.entry("unknown") { sink.report(.unknownOfExternalEnum(entry.key.text), at: unknown.key.span) }
    guard let name = nodes.swiftName(keyed, of: entry.key) else { return nil }
    var declared: [CaseDeclaration] = []
    if let list = keyed.entry("cases") {
      guard let cases = cases(list.value, rawType: rawType, of: entry, key: list.key) else { return nil }
      declared = cases
    }
    var declaration = EnumDeclaration(
      name: Name(entry.key), rawType: rawType, cases: declared, externalName: name, documentation: nodes.documentation(keyed.entry("doc")))
    declaration.checked = readChecked(keyed, declaration)
    return declaration
  }

  private func cases(
    _ node: SyntaxNode, rawType: ValueType, of entry: MappingNode.Entry, key: ScalarNode? = nil
  ) -> [CaseDeclaration]? {
    var reader = CaseReader(sink: sink, rawType: rawType)
    switch node {
    case .sequence(let list): for item in list.items { reader.read(item, of: key ?? entry.key) }
    case .mapping(let mapping): for item in mapping.entries { reader.read(item.key, value: item.value) }
    case .scalar, .invalid:
      _ = nodes.sequence(node, of: .key(key ?? entry.key))
      return nil
    }
    if reader.cases.isEmpty, !reader.hasRefusedCases { sink.report(.enumWithoutCases(entry.key.text), at: entry.key.span) }
    return reader.hasRefusedCases || reader.cases.isEmpty ? nil : reader.cases
  }
}
