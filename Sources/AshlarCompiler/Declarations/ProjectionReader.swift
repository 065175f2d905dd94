/// Reads one projection.
struct ProjectionReader {
  let sink: DiagnosticSink
  private var nodes: NodeReader { NodeReader(sink: sink) }

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  func read(_ entry: MappingNode.Entry) -> ProjectionDeclaration? {
    guard nodes.isTypeName(entry.key), let mapping = nodes.mapping(entry.value, of: .key(entry.key)) else { return nil }
    let keyed = KeyedNode(mapping, place: .projection, sink: sink)
    var properties: [ProjectedDeclaration] = []
    if let list = keyed.entry("properties"), let read = nodes.mapping(list.value, of: .key(list.key)) {
      properties = read.entries.compactMap(readProperty)
    }
    let conformances = keyed.entry("conforms").map { readConformances($0) } ?? []
    guard let root = keyed.entry("of") else {
      sink.report(.missingKey("of", place: .projection), at: entry.key.span)
      return nil
    }
    guard let scalar = nodes.scalar(root.value, of: .key(root.key)) else { return nil }
    return ProjectionDeclaration(
      name: Name(entry.key), root: Name(scalar), conformances: conformances, properties: properties,
      documentation: nodes.documentation(keyed.entry("doc")))
  }

  private func readConformances(_ entry: MappingNode.Entry) -> [Name] {
    ConformanceReader(sink: sink).read(entry).filter { name in
      guard !CodingHalves(protocolName: name.text).isEmpty else { return true }
      sink.report(.codingOfProjection(name.text), at: name.span)
      return false
    }
  }

  private func readProperty(_ entry: MappingNode.Entry) -> ProjectedDeclaration? {
    let isNameValid = checkName(entry.key)
    guard case .mapping(let mapping) = entry.value else {
      guard let scalar = nodes.scalar(entry.value, of: .key(entry.key)), let path = readPath(scalar), isNameValid else { return nil }
      return ProjectedDeclaration(name: Name(entry.key), origin: .path(path))
    }
    let keyed = KeyedNode(mapping, place: .projectedProperty, sink: sink)
    guard let origin = readOrigin(keyed, of: entry.key) else { return nil }
    let documentation = nodes.documentation(keyed.entry("doc"))
    return isNameValid ? ProjectedDeclaration(name: Name(entry.key), origin: origin, documentation: documentation) : nil
  }

  private func readOrigin(_ keyed: KeyedNode, of name: ScalarNode) -> ProjectedDeclaration.Origin? {
    if let keyPath = keyed.entry("keyPath") {
      guard keyed.entry("path") == nil else {
        sink.report(.pathAndKeyPath, at: keyPath.key.span)
        return nil
      }
      let path = nodes.scalar(keyPath.value, of: .key(keyPath.key)).flatMap(readKeyPath)
      guard let type = keyed.entry("type") else {
        sink.report(.keyPathWithoutType, at: keyPath.key.span)
        return nil
      }
      let swift = nodes.scalar(type.value, of: .key(type.key)).flatMap(readLine)
      return path.flatMap { path in swift.map { .swift(keyPath: path, type: $0) } }
    }
    if let type = keyed.entry("type") { sink.report(.typeWithPath, at: type.key.span) }
    guard let path = keyed.entry("path") else {
      sink.report(.missingKey("path", place: .projectedProperty), at: name.span)
      return nil
    }
    return nodes.scalar(path.value, of: .key(path.key)).flatMap(readPath).map { .path($0) }
  }

  /// Parses names joined by dots, each with its span. If the path is malformed, reports the error and returns nil.
  private func readPath(_ scalar: ScalarNode) -> [Name]? {
    var steps: [Name] = []
    var start = 0
    for part in scalar.text.split(separator: ".", omittingEmptySubsequences: false) {
      let end = start + part.utf8.count
      guard SwiftIdentifier.isIdentifier(String(part)) else {
        sink.report(.malformedPath(scalar.text), at: scalar.span)
        return nil
      }
      steps.append(Name(text: String(part), span: scalar.span(of: start..<end)))
      start = end + 1
    }
    return steps
  }

  private func readKeyPath(_ scalar: ScalarNode) -> Name? {
    guard let line = readLine(scalar) else { return nil }
    if line.text.hasPrefix("\\") {
      sink.report(.keyPathWithRoot, at: line.span)
    } else if SwiftIdentifier.isIdentifier(String(line.text.prefix(1))) || line.text.hasPrefix("`") {
      return line
    } else {
      sink.report(.malformedPath(line.text), at: line.span)
    }
    return nil
  }

  /// Returns the Swift code without trailing white space. If it is empty or has more than one line, reports the error and returns nil.
  private func readLine(_ scalar: ScalarNode) -> Name? {
    var text = scalar.text
    while text.last?.isWhitespace == true { text.removeLast() }
    if !text.isEmpty, !text.contains(where: \.isNewline) { return Name(text: text, span: scalar.span) }
    sink.report(.swiftNotOneLine, at: scalar.span)
    return nil
  }

  private func checkName(_ key: ScalarNode) -> Bool {
    if ReservedNames.properties.contains(key.text) || key.text == ReservedNames.rootObject {
      sink.report(.reservedPropertyName(key.text), at: key.span)
    } else if !SwiftIdentifier.isValid(key.text) {
      sink.report(.invalidIdentifier(key.text, .property), at: key.span)
    } else {
      return true
    }
    return false
  }
}
