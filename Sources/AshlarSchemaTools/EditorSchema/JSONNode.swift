internal import AshlarCompiler

/// JSON with keys in a fixed order.
indirect enum JSONNode {
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONNode])
  case object([(key: String, value: JSONNode)])

  /// Returns the text. Every line after the first begins with `margin` and two spaces for each level. A list that contains neither lists
  /// nor objects is on one line if it is short enough.
  func text(margin: String = "") -> String {
    switch self {
    case .bool(let bool): return bool ? "true" : "false"
    case .number(let digits): return digits
    case .string(let text): return JSONText.quoted(text)
    case .array(let items):
      if items.isEmpty { return "[]" }
      let line = "[\(items.map { $0.text() }.joined(separator: ", "))]"
      if items.allSatisfy(\.isPlain), line.count + margin.count <= 100 { return line }
      return lines(items.map { $0.text(margin: margin + "  ") }, "[", "]", margin)
    case .object(let entries):
      if entries.isEmpty { return "{}" }
      return lines(entries.map { "\(JSONText.quoted($0.key)): \($0.value.text(margin: margin + "  "))" }, "{", "}", margin)
    }
  }

  private var isPlain: Bool {
    switch self {
    case .bool, .number, .string: true
    case .array, .object: false
    }
  }

  private func lines(_ parts: [String], _ open: String, _ close: String, _ margin: String) -> String {
    "\(open)\n" + parts.map { "\(margin)  \($0)" }.joined(separator: ",\n") + "\n\(margin)\(close)"
  }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSONNode...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSONNode)...) { self = .object(elements.map { ($0.0, $0.1) }) }
}
