import AshlarSchema

/// A mapping with a fixed set of keys, whose unknown keys have been reported.
struct KeyedNode {
  let mapping: MappingNode

  /// - Parameter name: The name of the declaration, if advice refers to it.
  init(_ mapping: MappingNode, place: KeyPlace, name: String? = nil, sink: DiagnosticSink) {
    self.mapping = mapping
    let keys = place.keys
    for entry in mapping.entries where !keys.contains(entry.key.text) {
      let meant = Synonym.key(entry.key.text, in: place)
      let nearest = meant ?? Spelling.nearest(to: entry.key.text, in: keys)
      var advice = Self.advice(on: entry, place, mapping, name)
      // A misspelled key is more likely than a property in the wrong mapping. A key of another schema language, however, may also be the
      // name of a property.
      if advice == .underProperties, meant == nil, nearest != nil { advice = nil }
      let suggestion = advice == nil ? nearest : nil
      sink.report(.unknownKey(entry.key.text, place: place, suggestion: suggestion, advice: advice), at: entry.key.span)
    }
  }

  /// Returns advice on an unknown key, which may be one of another schema language or belong in another mapping; nil if there is none.
  private static func advice(
    on entry: MappingNode.Entry, _ place: KeyPlace, _ mapping: MappingNode, _ name: String?
  ) -> Problem.KeyAdvice? {
    switch place {
    case .file: return entry.key.text == "description" ? .inSchema("doc") : nil
    case .object, .embedded, .asymmetric, .mixin: return advice(onType: entry)
    case .property: return advice(onProperty: entry, mapping, name)
    default: return nil
    }
  }

  private static func advice(onType entry: MappingNode.Entry) -> Problem.KeyAdvice? {
    let key = entry.key.text
    // The key of a rule, such as 'count', may also be the name of a property.
    let isRule = RuleKey(rawValue: key) != nil
    if isRule, entry.value.declaresProperty { return .underProperties }
    if isRule || KeyPlace.property.keys.contains(key) || KeyPlace.object.keys.contains(key) { return nil }
    if entry.value.declaresProperty { return .underProperties }
    switch key {
    case "index": return .onProperty("indexed")
    case "primary": return .onProperty("primaryKey")
    case "inverse": return .inverse
    case "enum": return .enumType(nil)
    case "nullable": return .optionalType(nil)
    case "description": return nil
    default: return entry.value.looksLikeProperty ? .underProperties : nil
    }
  }

  private static func advice(
    onProperty entry: MappingNode.Entry, _ mapping: MappingNode, _ name: String?
  ) -> Problem.KeyAdvice? {
    let type = mapping.entries.first { $0.key.text == "type" }?.value.text
    let value = entry.value.text
    let asksForNil: Bool
    switch entry.key.text {
    case "onDelete":
      let rule = value.flatMap { Synonym.deleteRules[$0] ?? (DeleteRule.words.contains($0) ? $0 : nil) }
      let target = type.map { String($0.prefix { $0 != "?" && $0 != "!" }) }
      return .deleteRule(target: target.flatMap { SwiftIdentifier.isIdentifier($0) ? $0 : nil }, rule: rule ?? "cascade", origin: name)
    case "inverse": return type?.hasPrefix(CollectionName.linkingObjects.rawValue) == true ? nil : .inverse
    case "enum": return .enumType(value.flatMap { SwiftIdentifier.isIdentifier($0) ? $0 : nil })
    case "optional", "nullable", "isOptional", "isNullable", "null": asksForNil = value == "true"
    case "isRequired", "notNull": asksForNil = value == "false"
    default: return nil
    }
    if value == nil { return nil }
    guard asksForNil else { return .leaveOut }
    return type?.hasSuffix("?") == true ? .leaveOut : .optionalType(type)
  }

  subscript(key: String) -> SyntaxNode? { entry(key)?.value }

  func entry(_ key: String) -> MappingNode.Entry? {
    // This is a plain loop, because no function is called more often, and `first(where:)` is slow without optimization.
    var index = 0
    while index < mapping.entries.count {
      if mapping.entries[index].key.text == key { return mapping.entries[index] }
      index += 1
    }
    return nil
  }
}

extension SyntaxNode {
  /// The text of a scalar; nil for other nodes.
  fileprivate var text: String? { if case .scalar(let scalar) = self { scalar.text } else { nil } }

  /// Whether the node declares a property even under a key that has a different meaning elsewhere: a mapping with a type, or a type that
  /// begins with a capital letter.
  fileprivate var declaresProperty: Bool {
    if case .scalar(let scalar) = self { return scalar.text.first?.isUppercase == true && looksLikeProperty }
    return looksLikeProperty
  }

  /// Whether the node can declare a property: a scalar with the form of a type, or a mapping with a type.
  fileprivate var looksLikeProperty: Bool {
    switch self {
    case .scalar(let scalar): TypeExpressionParser.isType(scalar.text)
    case .mapping(let mapping): mapping.entries.contains { $0.key.text == "type" }
    case .sequence, .invalid: false
    }
  }
}
