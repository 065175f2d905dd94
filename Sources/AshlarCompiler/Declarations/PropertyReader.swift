internal import AshlarSchema

/// Reads one property.
struct PropertyReader {
  enum Outcome {
    case read(PropertyDeclaration)
    /// The declaration is unusable, and the reason has been reported.
    case refused
  }

  let sink: DiagnosticSink
  private var nodes: NodeReader { NodeReader(sink: sink) }

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  func read(_ entry: MappingNode.Entry) -> Outcome {
    let isNameValid = checkName(entry.key)
    let parser = TypeExpressionParser(sink: sink)
    if reportList(entry.value) { return .refused }
    guard case .mapping(let mapping) = entry.value else {
      guard let scalar = nodes.scalar(entry.value, of: .key(entry.key)), let type = parser.parse(scalar) else { return .refused }
      return isNameValid ? .read(PropertyDeclaration(name: Name(entry.key), type: type)) : .refused
    }
    let keyed = KeyedNode(mapping, place: .property, name: entry.key.text, sink: sink)
    guard let type = readType(keyed, of: entry.key) else { return .refused }
    var keys = PropertyKeys()
    keys.written = mapping.entries.map(\.key.text)
    readFlags(keyed, &keys)
    if let entry = keyed.entry("column") {
      keys.column = nodes.scalar(entry.value, of: .key(entry.key), allowsNothing: true).map { Name($0) }
    }
    keys.was = nodes.names(keyed.entry("was"), allowsNothing: true)
    if let entry = keyed.entry("origin") {
      guard let scalar = nodes.scalar(entry.value, of: .key(entry.key)) else { return .refused }
      keys.origin = Name(scalar)
    }
    readDefault(keyed, type, &keys)
    keys.willSet = readMethod(keyed.entry("willSet"))
    keys.didSet = readMethod(keyed.entry("didSet"))
    keys.json = CodingDeclaration(keyed.entry("json"), nodes: nodes)
    keys.access = nodes.access(keyed.entry("access"))
    keys.setter = nodes.access(keyed.entry("setter"))
    keys.deprecation = nodes.text(keyed.entry("deprecated"))
    keys.rules = readRules(mapping)
    keys.documentation = nodes.documentation(keyed.entry("doc"))
    guard isNameValid else { return .refused }
    return .read(
      PropertyDeclaration(name: Name(entry.key), type: type, hasSwiftType: keyed.entry("swift") != nil, keys: keys))
  }

  private func readType(_ keyed: KeyedNode, of name: ScalarNode) -> TypeExpression? {
    if let entry = keyed.entry("swift") {
      guard keyed.entry("type") == nil else {
        sink.report(.typeAndSwift, at: entry.key.span)
        return nil
      }
      guard let scalar = nodes.scalar(entry.value, of: .key(entry.key)).flatMap(readSwift) else { return nil }
      return TypeExpression(collection: nil, element: Name(scalar), isOptional: false, span: scalar.span)
    }
    guard let entry = keyed.entry("type") else {
      sink.report(.missingKey("type", place: .property), at: name.span)
      return nil
    }
    if reportList(entry.value) { return nil }
    return nodes.scalar(entry.value, of: .key(entry.key)).flatMap(TypeExpressionParser(sink: sink).parse)
  }

  /// Reports a YAML list that is a type in Swift, such as `[Int]` without quotation marks. Returns whether the node was reported.
  private func reportList(_ node: SyntaxNode) -> Bool {
    guard case .sequence(let list) = node, let text = SwiftSpelling.text(of: list), let type = SwiftSpelling.schemaType(text) else {
      return false
    }
    sink.report(.malformedType(text, suggestion: type), at: list.span)
    return true
  }

  /// Returns the Swift code without trailing white space. If it is empty or has more than one line, reports the error and returns nil. Only
  /// the Swift compiler checks the code.
  private func readSwift(_ scalar: ScalarNode) -> ScalarNode? {
    var scalar = scalar
    while scalar.text.last?.isWhitespace == true { scalar.text.removeLast() }
    if !scalar.text.isEmpty, !scalar.text.contains(where: \.isNewline) { return scalar }
    sink.report(.swiftNotOneLine, at: scalar.span)
    return nil
  }

  private func readMethod(_ entry: MappingNode.Entry?) -> Name? {
    guard let entry, let scalar = nodes.scalar(entry.value, of: .key(entry.key)) else { return nil }
    if SwiftIdentifier.isValid(scalar.text) { return Name(scalar) }
    sink.report(.invalidIdentifier(scalar.text, .method), at: scalar.span)
    return nil
  }

  private func readFlags(_ keyed: KeyedNode, _ keys: inout PropertyKeys) {
    if let entry = keyed.entry("primaryKey"), nodes.boolean(entry.value, of: .key(entry.key)) == true {
      keys.primaryKey = entry.key.span
    }
    if let entry = keyed.entry("ignored"), nodes.boolean(entry.value, of: .key(entry.key)) == true {
      keys.ignored = entry.key.span
    }
    if let entry = keyed.entry("backfill"), nodes.boolean(entry.value, of: .key(entry.key)) == true {
      keys.backfill = entry.key.span
    }
    if let entry = keyed.entry("indexed"), let isIndexed = nodes.boolean(entry.value, of: .key(entry.key)) {
      if isIndexed { keys.indexed = entry.key.span } else { keys.notIndexed = entry.key.span }
    }
  }

  private func readRules(_ mapping: MappingNode) -> [RuleKey: WrittenRule] {
    var rules: [RuleKey: WrittenRule] = [:]
    for entry in mapping.entries {
      guard let key = RuleKey(rawValue: entry.key.text), let scalar = nodes.scalar(entry.value, of: .key(entry.key)) else { continue }
      if key.isFlag, nodes.boolean(entry.value, of: .key(entry.key)) != true { continue }
      rules[key] = WrittenRule(key: entry.key.span, value: scalar)
    }
    return rules
  }

  private func readDefault(_ keyed: KeyedNode, _ type: TypeExpression, _ keys: inout PropertyKeys) {
    guard let entry = keyed.entry("default") else { return }
    keys.defaultKey = entry.key.span
    switch entry.value {
    case .scalar(let scalar): keys.defaultValue = scalar
    case .mapping(let mapping) where mapping.entries.count == 1 && mapping.entries[0].key.text == "swift":
      let key = mapping.entries[0].key.span
      keys.swiftDefault = nodes.scalar(mapping.entries[0].value, of: .key(mapping.entries[0].key)).flatMap(readSwift)
      keys.swiftDefaultKey = key
    case .mapping(let mapping) where mapping.entries.count == 1 && mapping.entries[0].key.text == "new":
      keys.newDefault = nodes.scalar(mapping.entries[0].value, of: .key(mapping.entries[0].key))
      if keys.newDefault == nil { keys.defaultKey = nil }
    case .mapping, .sequence:
      // A default such as `[]` is a frequent mistake for collections; the resolver reports it.
      if type.collection == nil {
        _ = nodes.scalar(entry.value, of: .key(entry.key))
        keys.defaultKey = nil
      }
    case .invalid: keys.defaultKey = nil
    }
  }

  private func checkName(_ key: ScalarNode) -> Bool {
    if ReservedNames.properties.contains(key.text) {
      sink.report(.reservedPropertyName(key.text), at: key.span)
    } else if !SwiftIdentifier.isValid(key.text) {
      sink.report(.invalidIdentifier(key.text, .property), at: key.span)
    } else {
      return true
    }
    return false
  }
}
