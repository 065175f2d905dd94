internal import AshlarCompiler
/// A property in the style of `@objc dynamic var` or `let x = List<T>()`, and its conversion to `@Persisted`.
struct OlderProperty {
  /// The text that replaces the declaration from `var` or `let` up to its observers; nil if only attributes and modifiers change.
  private(set) var declaration: String?
  private(set) var origin: String?
  /// A note on the necessary changes in code that uses the property; nil if there are no such changes.
  private(set) var remark: String?

  /// Converts a stored property. Throws an `ImportLoss` if it cannot be converted.
  init(_ property: ScannedProperty, isBox: Bool, types: SwiftTypes, scope: [String]) throws(ImportLoss) {
    let name = property.name.text
    guard !property.isInList else { throw ImportLoss("it shares its 'var' with another property; declare each by itself") }
    let value = property.value?.text.text ?? ""
    let written = SwiftIdentifier.escaped(name)
    guard isBox else {
      guard let foundation = try FoundationClass.replacement(of: property) else { return }
      let (type, value) = (foundation.type.map { ": \($0)" } ?? "", foundation.value.map { " = \($0)" } ?? "")
      declaration = "var \(written)\(type)\(value)"
      remark = "'\(name)' is a value of type \(foundation.valueType) now: convert it where code needs an \(foundation.className)"
      return
    }
    if SwiftTypes.withoutModule(value).hasPrefix("LinkingObjects") {
      let (type, origin) = try Self.linking(value)
      self.origin = origin
      declaration = "var \(written): LinkingObjects<\(type)>"
      return
    }
    let typeText = (property.type?.text ?? property.value.flatMap(WrittenValue.type)).map { types.alias(of: $0, in: scope)?.text ?? $0 }
    guard let typeText, let (generic, element, _) = Self.generic(typeText) else { throw ImportLoss("its type is not known; write it") }
    let heads = [generic, (property.type?.text ?? property.value.flatMap(WrittenValue.type)) ?? generic].map(Self.head)
    let call = Self.arguments(value, ofOneOf: heads)
    switch generic {
    case "RealmOptional", "RealmProperty":
      remark = "'\(name)' is an optional now: write '\(name)' where code has '\(name).value'"
      let type = generic == "RealmOptional" ? element + "?" : element
      if element == "AnyRealmValue" { remark = "'\(name)' is an AnyRealmValue now: write '\(name)' where code has '\(name).value'" }
      declaration = "var \(written): \(type)" + (call.isEmpty || call == "nil" ? "" : " = \(call)")
    case "LinkingObjects": throw ImportLoss(Self.noOrigin)
    default:
      guard call.isEmpty else { throw ImportLoss("it has initial elements, and a stored collection has none") }
      declaration = "var \(written): \(generic)<\(element)>"
    }
  }

  private static let noOrigin = "the linking property cannot be determined; write '@Persisted(originProperty: \"…\")'"

  /// Returns the arguments in `.init(…)`, or in a call of one of the types such as `List<Dog>(…)`; returns any other value unchanged.
  private static func arguments(_ value: String, ofOneOf types: [String]) -> String {
    let callee = generic(value).map { value.dropLast($0.arguments.count) } ?? value.prefix { $0 != "(" }
    var rest = value[callee.endIndex...]
    if rest.hasPrefix(".init") { rest = rest.dropFirst(".init".count) }
    let isCall = callee == ".init" || types.contains(head(String(callee)))
    guard isCall, rest.hasPrefix("("), rest.hasSuffix(")") else { return value }
    return String(rest.dropFirst().dropLast())
  }

  /// Returns the name before `<`, without its module: `List` for `RealmSwift.List<Dog>`.
  private static func head(_ text: String) -> String { SwiftTypes.withoutModule(String(text.prefix { $0 != "<" })) }

  /// Returns `List`, `Dog` and `()` for `List<Dog>()`; nil if the text contains no `<`, or no `>` that matches the first `<`.
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

  /// Returns `Person` and `dogs` for `LinkingObjects(fromType: Person.self, property: "dogs")`. Throws an `ImportLoss` for any other form.
  private static func linking(_ text: String) throws(ImportLoss) -> (type: String, origin: String) {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { throw ImportLoss(noOrigin) }
    let parts = text[text.index(after: open)...].dropLast().split(separator: ",").map { part in
      part.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
    }
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), parts[0][0] == "fromType", parts[0][1].hasSuffix(".self"),
      parts[1][0] == "property", let origin = origin(parts[1][1])
    else { throw ImportLoss(noOrigin) }
    return (String(parts[0][1].dropLast(".self".count)), origin)
  }

  /// Returns `dogs` for `"dogs"` and for `#keyPath(Person.dogs)`; nil for any other form.
  private static func origin(_ text: String) -> String? {
    if text.hasPrefix("\"") { return WrittenValue.unescaped(text) }
    guard text.hasPrefix("#keyPath("), text.hasSuffix(")") else { return nil }
    return text.dropFirst("#keyPath(".count).dropLast().split(separator: ".").last.map(String.init)
  }
}
