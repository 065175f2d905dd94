internal import AshlarSchema

/// Reads the cases of one enum in the order of their declarations.
struct CaseReader {
  let sink: DiagnosticSink
  let rawType: ValueType
  private(set) var cases: [CaseDeclaration] = []
  private(set) var hasRefusedCases = false
  private var names: [String: SourceSpan] = [:]
  // The spans of the raw values; the key of each is the raw value's `comparedAsRaw`.
  private var rawValues: [DefaultValue: SourceSpan] = [:]

  init(sink: DiagnosticSink, rawType: ValueType) {
    self.sink = sink
    self.rawType = rawType
  }

  /// Reads an item of a list: a name, or a mapping with one case.
  mutating func read(_ item: SyntaxNode, of key: ScalarNode) {
    switch item {
    case .scalar(let name): read(name, value: nil)
    case .mapping(let mapping) where mapping.entries.count == 1: read(mapping.entries[0].key, value: mapping.entries[0].value)
    default:
      _ = NodeReader(sink: sink).scalar(item, of: .item(of: key))
      hasRefusedCases = true
    }
  }

  /// Reads a case. `value` is a raw value, a mapping with the keys `value`, `doc` and `deprecated`, or nil.
  mutating func read(_ name: ScalarNode, value: SyntaxNode?) {
    let count = cases.count
    readCase(name, value)
    if cases.count == count { hasRefusedCases = true }
  }

  private mutating func readCase(_ name: ScalarNode, _ value: SyntaxNode?) {
    if ReservedNames.cases.contains(name.text) { return sink.report(.reservedCaseName(name.text), at: name.span) }
    guard SwiftIdentifier.isValid(name.text) else { return sink.report(.invalidIdentifier(name.text, .enumCase), at: name.span) }
    if let first = names[name.text] {
      return sink.report(.duplicateCase(name.text), at: name.span, notes: [(.firstHere, first)])
    }
    names[name.text] = name.span
    var documentation: String?
    var deprecation: String?
    var rawNode: ScalarNode?
    switch value {
    case .none: break
    case .invalid: return
    case .scalar(let scalar): rawNode = scalar.isAbsent ? nil : scalar
    case .mapping(let mapping):
      let nodes = NodeReader(sink: sink)
      let keyed = KeyedNode(mapping, place: .enumCase, sink: sink)
      documentation = nodes.documentation(keyed.entry("doc"))
      deprecation = nodes.text(keyed.entry("deprecated"))
      if let entry = keyed.entry("value") {
        guard let scalar = nodes.scalar(entry.value, of: .key(entry.key), allowsNothing: rawType == .string) else { return }
        rawNode = scalar
      }
    case .sequence: return _ = NodeReader(sink: sink).mapping(value ?? .invalid(name.span), of: .key(name))
    }
    guard let rawValue = rawValue(of: name, rawNode) else { return }
    let place = rawNode?.span ?? name.span
    if let first = rawValues[rawValue.comparedAsRaw] {
      return sink.report(.duplicateRawValue(rawNode?.text ?? name.text), at: place, notes: [(.firstHere, first)])
    }
    rawValues[rawValue.comparedAsRaw] = place
    cases.append(CaseDeclaration(name: Name(name), rawValue: rawValue, documentation: documentation, deprecation: deprecation))
  }

  /// Returns the written raw value. If none is written, returns the case's name in a String enum; in an integer enum, the previous raw
  /// value plus one, or 0 for the first case. If there is no valid raw value, reports the error and returns nil.
  private func rawValue(of name: ScalarNode, _ node: ScalarNode?) -> DefaultValue? {
    guard let node else {
      if rawType == .string { return .string(name.text) }
      if rawType.kind.isInteger { return nextInteger(at: name) }
      sink.report(.missingRawValue(name.text), at: name.span)
      return nil
    }
    switch LiteralReader(type: rawType, forRawValue: true).read(node.text) {
    case .value(let value): return value
    case .malformed, .excess: sink.report(.badRawValue(node.text, rawType), at: node.span)
    case .outOfRange: sink.report(.rawValueOutOfRange(node.text, rawType), at: node.span)
    }
    return nil
  }

  private func nextInteger(at name: ScalarNode) -> DefaultValue? {
    var next: Int64 = 0
    if case .int(let last)? = cases.last?.rawValue {
      let (sum, overflow) = last.addingReportingOverflow(1)
      guard !overflow, rawType.kind.integerRange?.contains(sum) == true else {
        sink.report(.rawValueOutOfRange(name.text, rawType), at: name.span)
        return nil
      }
      next = sum
    }
    return .int(next)
  }
}
