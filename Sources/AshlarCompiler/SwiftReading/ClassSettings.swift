/// The settings that a model returns from class methods, for which YAML has keys.
struct ClassSettings {
  /// The stored names that the class specifies, by property.
  private(set) var columns: [String: Name] = [:]
  private(set) var table: Name?

  /// The name of the property that `primaryKey()` returns.
  private(set) var primaryKey: Name?

  private let types: SwiftTypes
  private let sink: DiagnosticSink

  /// Reads the methods of a class. `classes` contains its superclasses, topmost first, followed by the class itself.
  init(_ classes: [ScannedType], types: SwiftTypes, sink: DiagnosticSink) {
    (self.types, self.sink) = (types, sink)
    for name in ["propertiesMapping", "_realmObjectName", "className", "primaryKey"] {
      for type in classes {
        if let body = type.methods[name], body.isConditional { sink.report(.conditionalSetting(name + "()"), at: body.span) }
      }
    }
    if let (owner, body) = Self.last("propertiesMapping", classes) {
      if let read = Self.mapping(constant(body, of: owner)) {
        columns = read
      } else {
        sink.report(.computedSetting("propertiesMapping()"), at: body.span)
      }
    }
    if let (owner, body) = Self.last("primaryKey", classes) { primaryKey = name(body, of: owner, "primaryKey()") }
    guard let type = classes.last else { return }
    if let body = type.methods["_realmObjectName"] ?? type.methods["className"] {
      table = name(body, of: type, type.methods["_realmObjectName"] == nil ? "className()" : "_realmObjectName()")
    } else if let attribute = type.attributes.first(where: { $0.text.hasPrefix("@objc(") && $0.text.hasSuffix(")") }) {
      let bytes = attribute.span.bytes.lowerBound + "@objc(".utf8.count..<attribute.span.bytes.upperBound - 1
      table = Name(
        text: attribute.text.dropFirst("@objc(".count).dropLast().filter { !$0.isWhitespace },
        span: SourceSpan(file: attribute.span.file, bytes: bytes))
    }
  }

  private static func last(_ method: String, _ classes: [ScannedType]) -> (owner: ScannedType, body: ScannedBody)? {
    classes.last { $0.methods[method] != nil }.flatMap { owner in owner.methods[method].map { (owner, $0) } }
  }

  /// Returns the string that a method returns; nil if it returns `nil`. If it returns anything but a literal or a constant, reports the
  /// error and returns nil.
  private func name(_ body: ScannedBody, of owner: ScannedType, _ method: String) -> Name? {
    let constant = constant(body, of: owner)
    let words = Self.withoutReturn(constant.tokens)
    if words.count == 1 {
      if let name = Self.text(words[0], constant) { return name }
      if Self.isNil(words[0], constant) { return nil }
    }
    sink.report(.computedSetting(method), at: body.span)
    return nil
  }

  /// Returns the value of the constant if the method's body is only a constant's name; otherwise the body itself.
  private func constant(_ body: ScannedBody, of owner: ScannedType) -> ScannedBody {
    let words = Self.withoutReturn(body.tokens)
    guard let first = words.first, let last = words.last, first.kind == .word else { return body }
    let text = String(decoding: body.bytes[(Int(first.start) - body.start)..<(Int(last.end) - body.start)], as: UTF8.self)
    guard let value = InferredType(types: types).constant(text, in: owner.path) else { return body }
    return ScannedBody(span: value.text.span, bytes: Array(value.text.text.utf8), tokens: value.tokens)
  }

  private static func isNil(_ token: SwiftToken, _ body: ScannedBody) -> Bool {
    let start = Int(token.start) - body.start
    return token.kind == .word && body.bytes[start..<start + token.range.count].elementsEqual("nil".utf8)
  }

  /// Parses `["name": "stored", …]`; returns nil for any other body.
  private static func mapping(_ body: ScannedBody) -> [String: Name]? {
    let tokens = withoutReturn(body.tokens)
    guard let first = tokens.first, let last = tokens.last, first.byte == UInt8(ascii: "["), last.byte == UInt8(ascii: "]") else {
      return nil
    }
    var result: [String: Name] = [:]
    var index = 1
    if tokens.count == 3, tokens[1].byte == UInt8(ascii: ":") { return result }
    while index < tokens.count - 1 {
      guard index + 2 < tokens.count, tokens[index + 1].byte == UInt8(ascii: ":"), let name = text(tokens[index], body),
        let stored = text(tokens[index + 2], body)
      else { return nil }
      result[name.text] = stored
      index += 3
      if tokens[index].byte == UInt8(ascii: ",") { index += 1 } else if index != tokens.count - 1 { return nil }
    }
    return result
  }

  private static func withoutReturn(_ tokens: [SwiftToken]) -> [SwiftToken] {
    let isReturn = tokens.count > 1 && tokens[0].kind == .word && tokens[0].range.count == "return".utf8.count
    return Array(tokens.dropFirst(isReturn ? 1 : 0))
  }

  private static func text(_ token: SwiftToken, _ body: ScannedBody) -> Name? {
    guard token.kind == .plainString else { return nil }
    let start = Int(token.start) - body.start
    let literal = String(decoding: body.bytes[start..<start + token.range.count], as: UTF8.self)
    return WrittenValue.unescaped(literal).map { Name(text: $0, span: SourceSpan(file: body.span.file, bytes: token.range)) }
  }
}
