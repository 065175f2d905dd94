internal import AshlarSchema

/// Reads one property.
struct PropertyReader {
  enum Outcome {
    case read(PropertyDeclaration)
    /// Something was reported that leaves nothing to work with.
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
    guard case .mapping(let mapping) = entry.value else {
      guard let scalar = nodes.scalar(entry.value, at: entry.key.span), let type = parser.parse(scalar) else { return .refused }
      return isNameValid ? .read(PropertyDeclaration(name: Name(entry.key), type: type)) : .refused
    }
    let keyed = KeyedNode(mapping, place: .property, sink: sink)
    guard let type = readType(keyed, of: entry.key) else { return .refused }
    var property = PropertyDeclaration(name: Name(entry.key), type: type)
    property.keys = mapping.entries.map(\.key.text)
    property.hasSwiftType = property.keys.contains("swift")
    readFlags(keyed, &property)
    if let entry = keyed.entry("column") {
      property.column = nodes.scalar(entry.value, at: entry.key.span, allowsNothing: true).map { Name($0) }
    }
    property.was = nodes.names(keyed.entry("was"), allowsNothing: true)
    if let entry = keyed.entry("origin") {
      guard let scalar = nodes.scalar(entry.value, at: entry.key.span) else { return .refused }
      property.origin = Name(scalar)
    }
    readDefault(keyed, &property)
    property.willSet = readMethod(keyed.entry("willSet"))
    property.didSet = readMethod(keyed.entry("didSet"))
    property.json = CodingDeclaration(keyed.entry("json"), nodes: nodes)
    property.access = nodes.access(keyed.entry("access"))
    property.setter = nodes.access(keyed.entry("setter"))
    property.deprecation = nodes.text(keyed.entry("deprecated"))
    property.documentation = nodes.documentation(keyed["doc"])
    return isNameValid ? .read(property) : .refused
  }

  private func readType(_ keyed: KeyedNode, of name: ScalarNode) -> TypeExpression? {
    if let entry = keyed.entry("swift") {
      guard keyed.entry("type") == nil else {
        sink.report(.typeAndSwift, at: entry.key.span)
        return nil
      }
      guard let scalar = nodes.scalar(entry.value, at: entry.key.span).flatMap(readSwift) else { return nil }
      return TypeExpression(collection: nil, element: Name(scalar), isOptional: false, span: scalar.span)
    }
    guard let entry = keyed.entry("type") else {
      sink.report(.missingKey("type", place: .property), at: name.span)
      return nil
    }
    return nodes.scalar(entry.value, at: entry.key.span).flatMap(TypeExpressionParser(sink: sink).parse)
  }

  /// Swift code on one line, or nil with a report. What it says is the Swift compiler's business.
  private func readSwift(_ scalar: ScalarNode) -> ScalarNode? {
    var scalar = scalar
    while scalar.text.last?.isWhitespace == true { scalar.text.removeLast() }
    if !scalar.text.isEmpty, !scalar.text.contains(where: \.isNewline) { return scalar }
    sink.report(.swiftNotOneLine, at: scalar.span)
    return nil
  }

  private func readMethod(_ entry: MappingNode.Entry?) -> Name? {
    guard let entry, let scalar = nodes.scalar(entry.value, at: entry.key.span) else { return nil }
    if SwiftIdentifier.isValid(scalar.text) { return Name(scalar) }
    sink.report(.invalidIdentifier(scalar.text, .method), at: scalar.span)
    return nil
  }

  private func readFlags(_ keyed: KeyedNode, _ property: inout PropertyDeclaration) {
    if let entry = keyed.entry("primaryKey"), nodes.boolean(entry.value, at: entry.key.span) == true {
      property.primaryKey = entry.key.span
    }
    if let entry = keyed.entry("ignored"), nodes.boolean(entry.value, at: entry.key.span) == true {
      property.ignored = entry.key.span
    }
    if let entry = keyed.entry("backfill"), nodes.boolean(entry.value, at: entry.key.span) == true {
      property.backfill = entry.key.span
    }
    if let entry = keyed.entry("indexed"), let isIndexed = nodes.boolean(entry.value, at: entry.key.span) {
      if isIndexed { property.indexed = entry.key.span } else { property.notIndexed = entry.key.span }
    }
  }

  private func readDefault(_ keyed: KeyedNode, _ property: inout PropertyDeclaration) {
    guard let entry = keyed.entry("default") else { return }
    property.defaultKey = entry.key.span
    switch entry.value {
    case .scalar(let scalar): property.defaultValue = scalar
    case .mapping(let mapping) where mapping.entries.count == 1 && mapping.entries[0].key.text == "swift":
      let key = mapping.entries[0].key.span
      property.swiftDefault = nodes.scalar(mapping.entries[0].value, at: key).flatMap(readSwift)
      property.swiftDefaultKey = key
    case .mapping(let mapping) where mapping.entries.count == 1 && mapping.entries[0].key.text == "new":
      property.newDefault = nodes.scalar(mapping.entries[0].value, at: mapping.entries[0].key.span)
      if property.newDefault == nil { property.defaultKey = nil }
    case .mapping, .sequence:
      // A list is the way to spell an empty collection wrongly; the resolver, which knows the type, says so.
      if property.type.collection == nil {
        _ = nodes.scalar(entry.value)
        property.defaultKey = nil
      }
    case .invalid: property.defaultKey = nil
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
