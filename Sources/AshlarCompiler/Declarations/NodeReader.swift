internal import AshlarSchema

/// Extracts values from nodes, and reports nodes of the wrong shape.
struct NodeReader {
  let sink: DiagnosticSink

  /// The role of a node, for messages.
  enum Subject {
    case key(ScalarNode)
    case item(of: ScalarNode)
    case file
  }

  /// Returns the node as a mapping; otherwise reports the error and returns nil.
  func mapping(_ node: SyntaxNode, of subject: Subject) -> MappingNode? {
    if case .mapping(let mapping) = node { return mapping }
    reportShape(of: node, expected: .mapping, subject)
    return nil
  }

  /// Returns the node as a list; otherwise reports the error and returns nil.
  func sequence(_ node: SyntaxNode, of subject: Subject) -> SequenceNode? {
    if case .sequence(let sequence) = node { return sequence }
    reportShape(of: node, expected: .sequence, subject)
    return nil
  }

  /// Returns the node as a scalar; otherwise reports the error and returns nil. An absent value is accepted only with `allowsNothing`.
  func scalar(_ node: SyntaxNode, of subject: Subject, allowsNothing: Bool = false) -> ScalarNode? {
    if case .scalar(let scalar) = node, allowsNothing || !scalar.isAbsent { return scalar }
    reportShape(of: node, expected: .scalar, subject)
    return nil
  }

  /// Returns the node as `true` or `false`; otherwise reports the error and returns nil.
  func boolean(_ node: SyntaxNode, of subject: Subject) -> Bool? {
    guard let scalar = scalar(node, of: subject) else { return nil }
    switch scalar.text {
    case "true": return true
    case "false": return false
    default:
      sink.report(.notBoolean(scalar.text), at: scalar.span)
      return nil
    }
  }

  /// Returns documentation text without trailing white space; nil if the key is absent or the text is empty. If the value is not a scalar,
  /// reports the error and returns nil.
  func documentation(_ entry: MappingNode.Entry?) -> String? {
    guard let entry, let scalar = scalar(entry.value, of: .key(entry.key)) else { return nil }
    var text = Substring(scalar.text)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text.isEmpty ? nil : String(text)
  }

  /// Returns whether a type can have this name; reports the reason if it cannot.
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

  /// Returns the names in the list of a key; reports and omits items that are not scalars. If the key is absent, returns an empty array; if
  /// its value is not a list, also reports the error.
  func names(_ entry: MappingNode.Entry?, allowsNothing: Bool = false) -> [Name] {
    guard let entry, let list = sequence(entry.value, of: .key(entry.key)) else { return [] }
    return list.items.compactMap { scalar($0, of: .item(of: entry.key), allowsNothing: allowsNothing).map { Name($0) } }
  }

  /// Returns the value of a key as text; nil if the key is absent. If its value is not a scalar, reports the error and returns nil.
  func text(_ entry: MappingNode.Entry?) -> String? {
    entry.flatMap { scalar($0.value, of: .key($0.key))?.text }
  }

  /// Returns an access level; nil if the key is absent. If its value is not an access level, reports the error and returns nil.
  func access(_ entry: MappingNode.Entry?) -> AccessDeclaration? {
    guard let entry, let scalar = scalar(entry.value, of: .key(entry.key)) else { return nil }
    guard let level = AccessLevel(rawValue: scalar.text) else {
      sink.report(.unknownAccess(scalar.text), at: scalar.span)
      return nil
    }
    return AccessDeclaration(level: level, key: entry.key.span, span: scalar.span)
  }

  private func reportShape(of node: SyntaxNode, expected: NodeShape, _ subject: Subject) {
    guard let found = node.shape else { return }
    // An absent value has no text to mark, so the key is marked.
    switch subject {
    case .key(let key):
      sink.report(.wrongShape(of: .key(key.text), expected: expected, found: found), at: found == .nothing ? key.span : node.span)
    case .item(let key): sink.report(.wrongShape(of: .item(of: key.text), expected: expected, found: found), at: node.span)
    case .file: sink.report(.wrongShape(of: .file, expected: expected, found: found), at: node.span)
    }
  }
}
