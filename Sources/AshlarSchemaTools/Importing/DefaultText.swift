internal import AshlarCompiler
internal import AshlarSchema

/// Formats the initial values of properties in the syntax of schemas.
enum DefaultText {
  /// Returns the value of the key `default`; nil if the declaration has no default, or if the default is the value that the property has
  /// without one. Throws an `ImportLoss` if the value cannot be expressed.
  static func text(_ property: PropertyDeclaration, enumeration: EnumDeclaration?) throws(ImportLoss) -> String? {
    let keys = property.keys
    if let value = keys.defaultValue { return literal(value.text, property.type.element.text) }
    guard let code = keys.swiftDefault?.text else { return nil }
    if property.type.collection == nil, !property.type.isOptional, isZero(code, property.type.element.text) { return nil }
    if let member = keys.memberDefault, enumeration?.cases.contains(where: { $0.name.text == member }) == true { return member }
    if property.type.collection == nil, let known = known(code, property.type.element.text) { return known }
    return "{ swift: \(YAMLText.quoted(try oneLine(code, of: property.name.text))) }"
  }

  // Whether the expression is the value that a required property of the type has without a default.
  private static func isZero(_ code: String, _ type: String) -> Bool {
    (type == "Data" || type == "Decimal128") && (code == "\(type)()" || code == ".init()")
  }

  private static func literal(_ text: String, _ type: String) -> String {
    type == "String" ? YAMLText.quoted(text) : text
  }

  /// Returns an expression without line breaks. Throws an `ImportLoss` if the lines cannot be joined.
  static func oneLine(_ code: String, of name: String) throws(ImportLoss) -> String {
    guard code.contains(where: \.isNewline) else { return code }
    guard !code.contains("\"\"\""), !code.contains("//"), !code.contains("#\""), !code.contains("{") else {
      throw ImportLoss("the initial value of '\(name)' has several lines; make it a static property, and name that")
    }
    return code.split(whereSeparator: \.isNewline).map { line in
      var line = line.drop { $0.isWhitespace }
      while line.last?.isWhitespace == true { line.removeLast() }
      return String(line)
    }.joined(separator: " ")
  }

  /// Returns the YAML literal of a known expression; nil for other expressions.
  private static func known(_ code: String, _ type: String) -> String? {
    switch (type, code) {
    case ("Date", "Date()"), ("Date", ".init()"), ("Date", "Date.now"), ("Date", ".now"): return "now"
    case ("Date", "Date.distantPast"), ("Date", ".distantPast"): return "distantPast"
    case ("Date", "Date.distantFuture"), ("Date", ".distantFuture"): return "distantFuture"
    case ("UUID", "UUID()"), ("UUID", ".init()"): return "new"
    case ("ObjectId", "ObjectId.generate()"), ("ObjectId", ".generate()"): return "new"
    case ("String", "UUID().uuidString"): return "{ new: UUID }"
    case ("String", "ObjectId.generate().stringValue"): return "{ new: ObjectId }"
    default: break
    }
    if type == "Double" || type == "Float" {
      switch code.hasPrefix(type) ? String(code.dropFirst(type.count)) : code {
      case ".infinity": return "inf"
      case "-.infinity", "-\(type).infinity": return "-inf"
      case ".nan": return "nan"
      default: return nil
      }
    }
    if type == "UUID", code.hasPrefix("UUID(uuidString: \""), code.hasSuffix("\")!") {
      let text = String(code.dropFirst("UUID(uuidString: \"".count).dropLast(3))
      return text.utf8.count == 36 && text.allSatisfy { $0.isHexDigit || $0 == "-" } ? YAMLText.quoted(text) : nil
    }
    guard let argument = argument(code, type) else { return nil }
    switch type {
    case "ObjectId": return ObjectIdText.isOne(argument) ? YAMLText.quoted(argument) : nil
    case "Decimal128": return DecimalNumber(argument) == nil ? nil : YAMLText.quoted(argument)
    default: return nil
    }
  }

  /// Returns the text in `T("text")` and in `try! T(string: "text")`; nil for any other expression, or if the text contains escapes.
  private static func argument(_ code: String, _ type: String) -> String? {
    for opening in ["\(type)(", "try! \(type)(string: "] where code.hasPrefix(opening) && code.hasSuffix(")") {
      let inner = code.dropFirst(opening.count).dropLast()
      guard inner.count > 1, inner.hasPrefix("\""), inner.hasSuffix("\"") else { return nil }
      return inner.dropFirst().dropLast().contains { $0 == "\"" || $0 == "\\" } ? nil : String(inner.dropFirst().dropLast())
    }
    return nil
  }
}

private enum ObjectIdText {
  static func isOne(_ text: String) -> Bool { text.utf8.count == 24 && text.allSatisfy(\.isHexDigit) }
}

/// The reason why a schema cannot express a part of a model.
struct ImportLoss: Error {
  var text: String

  init(_ text: String) { self.text = text }
}
