/// Reads types such as `Int?` and `List<Dog>`.
struct TypeExpressionParser {
  let sink: DiagnosticSink

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  /// The type, or nil with a report.
  func parse(_ scalar: ScalarNode) -> TypeExpression? {
    let bytes = Array(scalar.text.utf8)
    let all = trim(0..<bytes.count, bytes)
    guard let open = bytes.firstIndex(of: UInt8(ascii: "<")) else { return parseElement(all, bytes, scalar) }
    return parseCollection(all, open: open, bytes, scalar)
  }

  private func parseElement(_ range: Range<Int>, _ bytes: [UInt8], _ scalar: ScalarNode) -> TypeExpression? {
    var name = range
    var isOptional = false
    if let last = range.last, bytes[last] == UInt8(ascii: "?") || bytes[last] == UInt8(ascii: "!") {
      name = trim(range.lowerBound..<last, bytes)
      isOptional = bytes[last] == UInt8(ascii: "?")
      if !isOptional, isName(name, bytes) {
        sink.report(.unsupported(.implicitlyUnwrapped), at: scalar.span(of: last..<last + 1))
        return nil
      }
    }
    guard isName(name, bytes) else { return malformed(scalar) }
    let text = String(decoding: bytes[name], as: UTF8.self)
    if text == "AnyRealmValue" {
      sink.report(.unsupported(.type(text)), at: scalar.span(of: name))
      return nil
    }
    if let collection = ["List", "MutableSet", "Map", "LinkingObjects"].first(where: { $0 == text }) {
      sink.report(.collectionWithoutElement(collection), at: scalar.span(of: name))
      return nil
    }
    return TypeExpression(
      collection: nil, element: Name(text: text, span: scalar.span(of: name)), isOptional: isOptional, span: scalar.span(of: range))
  }

  private func parseCollection(_ range: Range<Int>, open: Int, _ bytes: [UInt8], _ scalar: ScalarNode) -> TypeExpression? {
    let name = trim(range.lowerBound..<open, bytes)
    guard isName(name, bytes), let close = bytes.lastIndex(of: UInt8(ascii: ">")), close > open else { return malformed(scalar) }
    let collection = String(decoding: bytes[name], as: UTF8.self)
    let suffix = trim(close + 1..<range.upperBound, bytes)
    switch collection {
    case "MutableSet", "Map":
      sink.report(.unsupported(.type(collection)), at: scalar.span(of: name))
      return nil
    case "List", "LinkingObjects": break
    default:
      let suggestion = Spelling.nearest(to: collection, in: ["List", "MutableSet", "Map", "LinkingObjects"])
      sink.report(.unknownCollection(collection, suggestion: suggestion), at: scalar.span(of: name))
      return nil
    }
    if suffix.count == 1, "?!".utf8.contains(bytes[suffix.lowerBound]) {
      sink.report(.optionalCollection(collection), at: scalar.span(of: suffix))
      return nil
    }
    let inner = trim(open + 1..<close, bytes)
    guard suffix.isEmpty, !inner.isEmpty else { return malformed(scalar) }
    if bytes[inner].contains(UInt8(ascii: "<")) {
      sink.report(.nestedCollection, at: scalar.span(of: inner))
      return nil
    }
    guard let element = parseElement(inner, bytes, scalar) else { return nil }
    return TypeExpression(
      collection: collection == "List" ? .list : .linkingObjects, element: element.element, isOptional: element.isOptional,
      span: scalar.span(of: range))
  }

  private func malformed(_ scalar: ScalarNode) -> TypeExpression? {
    sink.report(.malformedType(scalar.text), at: scalar.span)
    return nil
  }

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
