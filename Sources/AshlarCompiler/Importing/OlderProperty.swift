/// A property in the style of `@objc dynamic var` and `let x = List<T>()`, and what it is with `@Persisted`.
struct OlderProperty {
  /// What replaces everything from `let` on; nil where only attributes and modifiers change.
  private(set) var declaration: String?
  private(set) var origin: String?
  /// Whether code read it by `.value`.
  private(set) var isWrapped = false

  /// Reads a property in the older style. Throws what it does not understand.
  init(_ property: ScannedProperty, keyword: String) throws(ImportLoss) {
    let name = property.name.text
    guard !property.isInList else { throw ImportLoss("'\(name)' shares its 'var' with another property; declare each by itself") }
    guard keyword == "let" || property.value?.text.text.hasPrefix("LinkingObjects(") == true else { return }
    let value = property.value?.text.text ?? ""
    let written = SwiftIdentifier.escaped(name)
    if value.hasPrefix("LinkingObjects") {
      let (type, origin) = try Self.linking(value, of: name)
      self.origin = origin
      declaration = "var \(written): LinkingObjects<\(type)>"
      return
    }
    guard let (generic, element, arguments) = Self.generic(property.type?.text ?? value) else {
      throw ImportLoss("the type of '\(name)' is not understood; write it")
    }
    let call = property.type == nil ? arguments : Self.generic(value)?.arguments ?? (value.hasSuffix("()") ? "()" : value)
    switch generic {
    case "RealmOptional", "RealmProperty":
      isWrapped = true
      let type = generic == "RealmOptional" ? element + "?" : element
      let start = call.dropFirst().dropLast()
      declaration = "var \(written): \(type)" + (start.isEmpty || start == "nil" ? "" : " = \(start)")
    default:
      guard call == "()" || call.isEmpty else { throw ImportLoss("'\(name)' begins with elements, which a stored collection cannot") }
      declaration = "var \(written): \(generic)<\(element)>"
    }
  }

  /// `List`, `Dog` and `()` of `List<Dog>()`.
  private static func generic(_ text: String) -> (name: String, element: String, arguments: String)? {
    guard let open = text.firstIndex(of: "<") else { return nil }
    var depth = 0
    for index in text[open...].indices {
      if text[index] == "<" { depth += 1 }
      if text[index] == ">" { depth -= 1 }
      if depth == 0 {
        let name = SwiftTypes.withoutModule(String(text[..<open]))
        return (name, String(text[text.index(after: open)..<index]), String(text[text.index(after: index)...]))
      }
    }
    return nil
  }

  /// `Person` and `dogs` of `LinkingObjects(fromType: Person.self, property: "dogs")`.
  private static func linking(_ text: String, of name: String) throws(ImportLoss) -> (type: String, origin: String) {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else {
      throw ImportLoss("the other end of '\(name)' is not understood; write '@Persisted(originProperty: \"…\")'")
    }
    let parts = text[text.index(after: open)...].dropLast().split(separator: ",").map { part in
      part.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
    }
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), parts[0][0] == "fromType", parts[0][1].hasSuffix(".self"),
      parts[1][0] == "property", let origin = WrittenValue.unescaped(parts[1][1]), parts[1][1].hasPrefix("\"")
    else { throw ImportLoss("the other end of '\(name)' is not understood; write '@Persisted(originProperty: \"…\")'") }
    return (String(parts[0][1].dropLast(".self".count)), origin)
  }
}
