import AshlarSchema

/// A mapping with a fixed set of keys, whose unknown keys have been reported.
struct KeyedNode {
  let mapping: MappingNode

  init(_ mapping: MappingNode, place: KeyPlace, sink: DiagnosticSink) {
    self.mapping = mapping
    let keys = place.keys
    for entry in mapping.entries where !keys.contains(entry.key.text) {
      let nearest = Spelling.nearest(to: entry.key.text, in: keys)
      var advice = Self.advice(on: entry, place, mapping)
      // A misspelled key is more likely than a property in the wrong mapping.
      if advice == .underProperties, nearest != nil { advice = nil }
      let suggestion = advice == nil ? nearest : nil
      sink.report(.unknownKey(entry.key.text, place: place, suggestion: suggestion, advice: advice), at: entry.key.span)
    }
  }

  /// Returns advice on a key of another schema language, or on one that belongs in another mapping.
  private static func advice(on entry: MappingNode.Entry, _ place: KeyPlace, _ mapping: MappingNode) -> Problem.KeyAdvice? {
    switch place {
    case .object, .embedded, .asymmetric, .mixin:
      if KeyPlace.property.keys.contains(entry.key.text) || KeyPlace.object.keys.contains(entry.key.text) { return nil }
      return entry.value.looksLikeProperty ? .underProperties : nil
    case .property:
      guard case .scalar(let value) = entry.value else { return nil }
      let asksForNil: Bool
      switch entry.key.text {
      case "optional", "nullable", "isOptional", "isNullable", "null": asksForNil = value.text == "true"
      case "required", "isRequired", "notNull": asksForNil = value.text == "false"
      default: return nil
      }
      guard asksForNil else { return .leaveOut }
      guard case .scalar(let type)? = mapping.entries.first(where: { $0.key.text == "type" })?.value else { return .optionalType(nil) }
      return type.text.hasSuffix("?") ? .leaveOut : .optionalType(type.text)
    default: return nil
    }
  }

  subscript(key: String) -> SyntaxNode? { entry(key)?.value }

  func entry(_ key: String) -> MappingNode.Entry? {
    // A plain loop: this is the most frequently called function, and `first(where:)` is slow without optimization.
    var index = 0
    while index < mapping.entries.count {
      if mapping.entries[index].key.text == key { return mapping.entries[index] }
      index += 1
    }
    return nil
  }
}

extension SyntaxNode {
  /// Whether the node can declare a property: a scalar with the form of a type, or a mapping with a type.
  fileprivate var looksLikeProperty: Bool {
    switch self {
    case .scalar(let scalar): TypeExpressionParser.isType(scalar.text)
    case .mapping(let mapping): mapping.entries.contains { $0.key.text == "type" }
    case .sequence, .invalid: false
    }
  }
}
