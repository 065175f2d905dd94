/// Swift's spellings of types that schemas spell differently.
enum SwiftSpelling {
  /// Returns the schema's spelling of a type: `List<Int>` for `[Int]`, `Map<Int>` for `[String: Int]`, `Int?` for `Optional<Int>`; nil for
  /// text of any other form.
  static func schemaType(_ text: String) -> String? {
    var text = trimmed(text[...])
    let inner: Substring
    if text.hasPrefix("Optional<"), text.hasSuffix(">") {
      inner = trimmed(text.dropFirst("Optional<".count).dropLast())
      return isElement(inner) ? inner + "?" : nil
    }
    // In schemas, a collection cannot be optional.
    if text.hasSuffix("?") { text = trimmed(text.dropLast()) }
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    inner = trimmed(text.dropFirst().dropLast())
    let parts = inner.split(separator: ":", omittingEmptySubsequences: false).map { trimmed($0) }
    if parts.count == 2, parts[0] == "String", isElement(parts[1]) { return "Map<\(parts[1])>" }
    return parts.count == 1 && isElement(inner) ? "List<\(inner)>" : nil
  }

  /// Returns a YAML list in Swift's spelling, such as `[Int]` or `[String: Int]`; nil if the list does not have such a form.
  static func text(of list: SequenceNode) -> String? {
    guard list.items.count == 1 else { return nil }
    switch list.items[0] {
    case .scalar(let scalar): return "[\(scalar.text)]"
    case .mapping(let mapping):
      guard mapping.entries.count == 1, case .scalar(let value) = mapping.entries[0].value else { return nil }
      return "[\(mapping.entries[0].key.text): \(value.text)]"
    case .sequence, .invalid: return nil
    }
  }

  private static func isElement(_ text: Substring) -> Bool {
    SwiftIdentifier.isIdentifier(String(text.hasSuffix("?") ? text.dropLast() : text))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
