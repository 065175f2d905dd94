internal import AshlarSchema

/// Takes nodes apart, reporting those of the wrong shape.
struct NodeReader {
  let sink: DiagnosticSink

  /// The node as a map, or nil with a report.
  func mapping(_ node: SyntaxNode, at place: SourceSpan? = nil) -> MappingNode? {
    if case .mapping(let mapping) = node { return mapping }
    reportShape(of: node, expected: .map, at: place)
    return nil
  }

  /// The node as a list, or nil with a report.
  func sequence(_ node: SyntaxNode, at place: SourceSpan? = nil) -> SequenceNode? {
    if case .sequence(let sequence) = node { return sequence }
    reportShape(of: node, expected: .list, at: place)
    return nil
  }

  /// The node as a scalar, or nil with a report. Nothing at all is a scalar only with `allowsNothing`.
  func scalar(_ node: SyntaxNode, at place: SourceSpan? = nil, allowsNothing: Bool = false) -> ScalarNode? {
    if case .scalar(let scalar) = node, allowsNothing || !scalar.isAbsent { return scalar }
    reportShape(of: node, expected: .scalar, at: place)
    return nil
  }

  /// The node as `true` or `false`, or nil with a report.
  func boolean(_ node: SyntaxNode, at place: SourceSpan? = nil) -> Bool? {
    guard let scalar = scalar(node, at: place) else { return nil }
    switch scalar.text {
    case "true": return true
    case "false": return false
    default:
      sink.report(.notBoolean(scalar.text), at: scalar.span)
      return nil
    }
  }

  /// Text for people: the end of a block scalar is cut off; empty text is none.
  func documentation(_ node: SyntaxNode?) -> String? {
    guard let node, let scalar = scalar(node) else { return nil }
    var text = Substring(scalar.text)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text.isEmpty ? nil : String(text)
  }

  /// Whether a type can have this name; reported when not.
  func isTypeName(_ key: ScalarNode) -> Bool {
    if ReservedNames.isReservedForTypes(key.text) {
      sink.report(.reservedTypeName(key.text), at: key.span)
    } else if !SwiftIdentifier.isValid(key.text) {
      sink.report(.invalidIdentifier(key.text, .type), at: key.span)
    } else {
      return true
    }
    return false
  }

  /// The names listed behind a key; those of the wrong shape are reported and left out.
  func names(_ entry: MappingNode.Entry?, allowsNothing: Bool = false) -> [Name] {
    guard let entry, let list = sequence(entry.value, at: entry.key.span) else { return [] }
    return list.items.compactMap { scalar($0, allowsNothing: allowsNothing).map { Name($0) } }
  }

  /// The text behind a key, or nil with a report; nothing when there is no such key.
  func text(_ entry: MappingNode.Entry?) -> String? {
    entry.flatMap { scalar($0.value, at: $0.key.span)?.text }
  }

  /// An access level, or nil with a report; nothing when there is no such key.
  func access(_ entry: MappingNode.Entry?) -> AccessDeclaration? {
    guard let entry, let scalar = scalar(entry.value, at: entry.key.span) else { return nil }
    guard let level = AccessLevel(rawValue: scalar.text) else {
      sink.report(.unknownAccess(scalar.text), at: scalar.span)
      return nil
    }
    return AccessDeclaration(level: level, key: entry.key.span, span: scalar.span)
  }

  private func reportShape(of node: SyntaxNode, expected: NodeShape, at place: SourceSpan?) {
    guard let found = node.shape else { return }
    // Where nothing is written there is nothing to mark, so the key is.
    sink.report(.wrongShape(expected: expected, found: found), at: found == .nothing ? place ?? node.span : node.span)
  }
}
