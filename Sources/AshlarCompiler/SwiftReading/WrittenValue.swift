internal import AshlarSchema

/// A property's initial value, as far as a schema can express it.
package enum WrittenValue: Equatable {
  /// The text of a literal, in YAML's syntax.
  case literal(String)
  /// A name that may be a case of the property's enum.
  case member(String)
  /// The value that a property of the type has by default.
  case nothing
  /// An expression that only the running program can evaluate.
  case code

  /// Classifies the initial value of a property of type `type`.
  init(_ value: ScannedValue, of type: TypeExpression) {
    let words = value.tokens.map { $0.kind }
    let text = value.text.text
    let scalar = ValueType.scalars.first { $0.name == type.element.text }?.type
    if type.collection != nil {
      self = text == "[]" || text == "[:]" || text.hasSuffix("()") ? .nothing : .code
    } else if text == "nil" || text == ".none" && (type.isOptional || type.element.text == TypeExpression.anyName) {
      self = .nothing
    } else if let scalar {
      self = Self.literal(text, words, scalar).map { .literal($0) } ?? .code
    } else if let member = Self.member(text, of: type.element.text) {
      self = .member(member)
    } else {
      self = .code
    }
  }

  private static func literal(_ text: String, _ kinds: [SwiftToken.Kind], _ type: ValueType) -> String? {
    if type == .bool, kinds == [.word] { return text == "true" || text == "false" ? text : nil }
    if type == .string, kinds == [.plainString] { return unescaped(text) }
    guard kinds == [.number] || kinds == [.mark, .number] else { return nil }
    switch type.form {
    case .integer: return integer(text).map(String.init)
    case .float, .double:
      let digits = text.filter { $0 != "_" && $0 != " " }
      return DecimalNumber(digits) == nil ? nil : digits
    case .bool, .string, .data, .date, .decimal, .objectId, .uuid, .object, .any: return nil
    }
  }

  /// Returns the value of an integer literal in any base; nil for any other text, or if the value does not fit in 64 bits.
  static func integer(_ text: String) -> Int64? {
    var digits = text.filter { $0 != "_" && $0 != " " }[...]
    let isNegative = digits.hasPrefix("-")
    if isNegative { digits = digits.dropFirst() }
    var radix = 10
    for (prefix, base) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
      radix = base
      digits = digits.dropFirst(2)
    }
    guard digits.first != "+", digits.first != "-" else { return nil }
    return Int64((isNegative ? "-" : "") + digits, radix: radix)
  }

  /// Returns the text of a single-line string literal; nil if it contains an invalid escape.
  package static func unescaped(_ literal: String) -> String? {
    var text = String.UnicodeScalarView()
    var scalars = literal.unicodeScalars.dropFirst().dropLast()
    while let scalar = scalars.popFirst() {
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      switch scalars.popFirst() {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "r": text.append("\r")
      case "0": text.append("\0")
      case "\\": text.append("\\")
      case "\"": text.append("\"")
      case "'": text.append("'")
      case "u":
        guard scalars.popFirst() == "{", let end = scalars.firstIndex(of: "}"),
          let value = UInt32(String(scalars[..<end]), radix: 16), let escaped = Unicode.Scalar(value)
        else { return nil }
        text.append(escaped)
        scalars = scalars[scalars.index(after: end)...]
      default: return nil
      }
    }
    return String(text)
  }

  /// Returns `calm` for `.calm` and for `Mood.calm`; nil for an expression of any other form.
  private static func member(_ text: String, of type: String) -> String? {
    guard let dot = text.lastIndex(of: ".") else { return nil }
    let name = text[text.index(after: dot)...]
    let owner = text[..<dot]
    guard owner.isEmpty || owner == type || type.hasSuffix("_\(owner)") || owner.split(separator: ".").joined(separator: "_") == type else {
      return nil
    }
    let plain = name.hasPrefix("`") && name.hasSuffix("`") && name.count > 2 ? name.dropFirst().dropLast() : name
    return SwiftIdentifier.isIdentifier(String(plain)) ? String(plain) : nil
  }

  /// Returns the type that a value implies for a property without an annotation: the default type of a literal, String for the text of a
  /// new UUID or ObjectId, and `T` for `T()`, `T()!`, `try! T()` and `T.member`; nil for any other value.
  package static func type(of value: ScannedValue) -> String? {
    var text = value.text.text[...]
    switch value.tokens.map(\.kind) {
    case [.plainString], [.otherString]: return "String"
    case [.number], [.mark, .number]:
      return value.literal == .fraction ? "Double" : "Int"
    case [.word] where text == "true" || text == "false": return "Bool"
    default: break
    }
    if text == "UUID().uuidString" || text == "ObjectId.generate().stringValue" { return "String" }
    if text.hasPrefix("try!") { text = text.dropFirst(4).drop(while: \.isWhitespace) }
    if text.hasSuffix(")!") { text.removeLast() }
    let called = text.firstIndex(of: "(").map { text[..<$0] } ?? text
    // If more code follows the call, that code determines the type.
    if let open = text.firstIndex(of: "("), !closesAtEnd(text[open...]) { return nil }
    guard called.first?.isUppercase == true, called.allSatisfy({ $0.isLetter || $0.isNumber || "_.<>?, :".contains($0) }) else {
      return nil
    }
    guard let dot = called.lastIndex(of: "."), called[called.index(after: dot)...].first?.isLowercase == true else {
      return called.endIndex == text.endIndex ? nil : String(called)
    }
    let owner = called[..<dot]
    return owner.split(separator: ".").allSatisfy { $0.first?.isUppercase == true } ? String(owner) : nil
  }

  private static func closesAtEnd(_ text: Substring) -> Bool {
    var depth = 0
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" {
        depth -= 1
        if depth == 0 { return text.index(after: index) == text.endIndex }
      }
    }
    return false
  }
}
