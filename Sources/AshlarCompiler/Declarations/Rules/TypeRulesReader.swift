internal import AshlarSchema

/// Reads the rules of a type that concern several properties.
struct TypeRulesReader {
  let sink: DiagnosticSink
  private var nodes: NodeReader { NodeReader(sink: sink) }

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  func read(_ keyed: KeyedNode, kind: EntityKind) -> TypeRules {
    var rules = TypeRules()
    if let entry = entry("primaryKey", keyed, kind) {
      rules.primaryKey = nodes.sequence(entry.value, of: .key(entry.key)).map { names($0, of: entry.key) }
    }
    if let entry = entry("unique", keyed, kind) { rules.unique = items(entry).compactMap { unique($0, of: entry.key) } }
    if let entry = entry("indexes", keyed, kind) {
      rules.indexes = items(entry).compactMap { item in
        nodes.sequence(item, of: .item(of: entry.key)).map { names($0, of: entry.key) }
      }
    }
    rules.checks = nodes.names(keyed.entry("checks")).compactMap { check($0) }
    return rules
  }

  /// Returns the entry of a key. If a type of the kind cannot have the key, reports an error and returns nil.
  private func entry(_ key: String, _ keyed: KeyedNode, _ kind: EntityKind) -> MappingNode.Entry? {
    guard let entry = keyed.entry(key) else { return nil }
    guard let problem = Self.misplacement(of: key, in: kind) else { return entry }
    sink.report(problem, at: entry.key.span)
    return nil
  }

  /// Returns the reason why a type of this kind cannot have the rules of this key; nil if it can.
  static func misplacement(of key: String, in kind: EntityKind) -> Problem? {
    switch (key, kind) {
    case ("primaryKey", .embedded): .primaryKeyOnEmbedded
    case ("primaryKey", .asymmetric): .rule(.misplaced(key: key, place: .asymmetric))
    case ("unique", .embedded): .rule(.uniqueInEmbedded)
    case ("indexes", .embedded): .rule(.misplaced(key: key, place: .embedded))
    default: nil
    }
  }

  /// Returns the items of a list of lists. If all items are scalars, reports one error for the list and returns an empty array.
  private func items(_ entry: MappingNode.Entry) -> [SyntaxNode] {
    guard let list = nodes.sequence(entry.value, of: .key(entry.key)) else { return [] }
    let words = list.items.compactMap { item in if case .scalar(let scalar) = item { scalar.text } else { nil } }
    guard !words.isEmpty, words.count == list.items.count else { return list.items }
    sink.report(.rule(.flatList(key: entry.key.text, properties: words)), at: list.span)
    return []
  }

  private func names(_ list: SequenceNode, of key: ScalarNode) -> NameList {
    NameList(names: list.items.compactMap { nodes.scalar($0, of: .item(of: key)).map { Name($0) } }, span: list.span)
  }

  private func unique(_ item: SyntaxNode, of key: ScalarNode) -> UniqueDeclaration? {
    guard case .mapping(let mapping) = item else {
      return nodes.sequence(item, of: .item(of: key)).map { UniqueDeclaration(list: names($0, of: key)) }
    }
    let keyed = KeyedNode(mapping, place: .uniqueRule, sink: sink)
    guard let entry = keyed.entry("of") else {
      sink.report(.missingKey("of", place: .uniqueRule), at: mapping.span)
      return nil
    }
    guard let list = nodes.sequence(entry.value, of: .key(entry.key)) else { return nil }
    var rule = UniqueDeclaration(list: names(list, of: entry.key))
    for (key, value) in [("whenNil", nil), ("whenTrue", true), ("whenFalse", false)] as [(String, Bool?)] {
      guard let entry = keyed.entry(key) else { continue }
      guard let scalar = nodes.scalar(entry.value, of: .key(entry.key)) else { return nil }
      if let first = rule.condition {
        sink.report(.rule(.severalConditions), at: entry.key.span, notes: [(.firstHere, first.key.span)])
        return nil
      }
      rule.condition = UniqueDeclaration.Condition(key: Name(entry.key), property: Name(scalar), value: value)
    }
    if let entry = keyed.entry("nilCounts") { rule.nilCounts = nodes.boolean(entry.value, of: .key(entry.key)) == true }
    return rule
  }

  private func check(_ name: Name) -> CheckDeclaration? {
    switch CheckText.read(name) {
    case .check(let check): return check
    case .comparesValue:
      sink.report(.rule(.checkOfValues(name.text)), at: name.span)
    case .malformed(let suggestion):
      sink.report(.rule(.checkSyntax(name.text, suggestion: suggestion)), at: name.span)
    }
    return nil
  }
}
