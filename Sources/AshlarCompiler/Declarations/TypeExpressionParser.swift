import AshlarSchema

/// Parses types such as `Int?` and `List<Dog>`.
struct TypeExpressionParser {
  let sink: DiagnosticSink

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  /// Returns the type. If the text does not have the form of a type, reports the error and returns nil.
  func parse(_ scalar: ScalarNode) -> TypeExpression? {
    // Fast path: most types are a plain name.
    if SwiftIdentifier.isIdentifier(scalar.text), CollectionName(rawValue: scalar.text) == nil {
      let span = scalar.span(of: 0..<scalar.text.utf8.count)
      return TypeExpression(collection: nil, element: Name(text: scalar.text, span: span), isOptional: false, span: span)
    }
    let bytes = Array(scalar.text.utf8)
    let all = trim(0..<bytes.count, bytes)
    guard let open = bytes.firstIndex(of: UInt8(ascii: "<")) else { return parseElement(all, bytes, scalar) }
    return parseCollection(all, open: open, bytes, scalar)
  }

  private func parseElement(_ range: Range<Int>, _ bytes: [UInt8], _ scalar: ScalarNode) -> TypeExpression? {
    var name = range
    var mark: UInt8?
    if let last = range.last, bytes[last] == UInt8(ascii: "?") || bytes[last] == UInt8(ascii: "!") {
      name = trim(range.lowerBound..<last, bytes)
      mark = bytes[last]
    }
    guard isName(name, bytes) else { return malformed(scalar) }
    let text = String(decoding: bytes[name], as: UTF8.self)
    if let collection = CollectionName(rawValue: text) {
      sink.report(.collectionWithoutElement(collection), at: scalar.span(of: name))
      return nil
    }
    if mark != nil, text == TypeExpression.anyName {
      sink.report(.optionalAny, at: scalar.span(of: range))
      return nil
    }
    return TypeExpression(
      collection: nil, element: Name(text: text, span: scalar.span(of: name)), isOptional: mark != nil,
      isImplicitlyUnwrapped: mark == UInt8(ascii: "!"), span: scalar.span(of: range))
  }

  private func parseCollection(_ range: Range<Int>, open: Int, _ bytes: [UInt8], _ scalar: ScalarNode) -> TypeExpression? {
    let name = trim(range.lowerBound..<open, bytes)
    guard isName(name, bytes), let close = bytes.lastIndex(of: UInt8(ascii: ">")), close > open else { return malformed(scalar) }
    let text = String(decoding: bytes[name], as: UTF8.self)
    guard let collection = CollectionName(rawValue: text) else {
      if text == "Optional" { return malformed(scalar) }
      let suggestion = Synonym.collections[text] ?? Spelling.nearest(to: text, in: CollectionName.allCases.map(\.rawValue))
      sink.report(.unknownCollection(text, suggestion: suggestion), at: scalar.span(of: name))
      return nil
    }
    let suffix = trim(close + 1..<range.upperBound, bytes)
    if suffix.count == 1, "?!".utf8.contains(bytes[suffix.lowerBound]) {
      sink.report(.optionalCollection(collection), at: scalar.span(of: suffix))
      return nil
    }
    var inner = trim(open + 1..<close, bytes)
    guard suffix.isEmpty, !inner.isEmpty else { return malformed(scalar) }
    if collection == .map, let comma = bytes[inner].firstIndex(of: UInt8(ascii: ",")) {
      let key = trim(inner.lowerBound..<comma, bytes)
      guard isName(key, bytes) else { return malformed(scalar) }
      let text = String(decoding: bytes[key], as: UTF8.self)
      guard text == "String" else {
        sink.report(.mapKey(text), at: scalar.span(of: key))
        return nil
      }
      inner = trim(comma + 1..<inner.upperBound, bytes)
    }
    if bytes[inner].contains(UInt8(ascii: "<")) {
      sink.report(.nestedCollection, at: scalar.span(of: inner))
      return nil
    }
    guard let element = parseElement(inner, bytes, scalar) else { return nil }
    if element.isImplicitlyUnwrapped {
      sink.report(.unwrappedElement(element.element.text), at: element.span)
      return nil
    }
    return TypeExpression(
      collection: collection, element: element.element, isOptional: element.isOptional, span: scalar.span(of: range))
  }

  private func malformed(_ scalar: ScalarNode) -> TypeExpression? {
    sink.report(.malformedType(scalar.text, suggestion: SwiftSpelling.schemaType(scalar.text)), at: scalar.span)
    return nil
  }

  /// Returns whether a text has the form of a type, known or unknown.
  static func isType(_ text: String) -> Bool { TypeExpressionParser(sink: DiagnosticSink()).parse(ScalarNode(text: text)) != nil }

  private func isName(_ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
    SwiftIdentifier.isIdentifier(String(decoding: bytes[range], as: UTF8.self))
  }

  private func trim(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while start < end, isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
  }
}
