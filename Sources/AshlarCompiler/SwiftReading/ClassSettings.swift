/// What the class methods of a model say that YAML has keys for.
struct ClassSettings {
  /// The stored names of properties, where they differ.
  private(set) var columns: [String: Name] = [:]
  private(set) var table: Name?

  /// Reads the methods of a class, the last of those that it derives from first.
  init(_ classes: [ScannedType], sink: DiagnosticSink) {
    for name in ["propertiesMapping", "_realmObjectName"] {
      for type in classes {
        if let body = type.methods[name], body.isConditional { sink.report(.conditionalSetting(name + "()"), at: body.span) }
      }
    }
    if let body = classes.last(where: { $0.methods["propertiesMapping"] != nil })?.methods["propertiesMapping"] {
      if let read = Self.mapping(body) { columns = read } else { sink.report(.computedSetting("propertiesMapping()"), at: body.span) }
    }
    if let body = classes.last?.methods["_realmObjectName"] {
      let words = Self.withoutReturn(body.tokens)
      if words.count == 1, let name = Self.text(words[0], body) {
        table = name
      } else {
        sink.report(.computedSetting("_realmObjectName()"), at: body.span)
      }
    }
  }

  /// `["name": "stored", …]`.
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
    let isReturn = tokens.first.map { $0.kind == .word && $0.range.count == "return".utf8.count } ?? false
    return Array(tokens.dropFirst(isReturn ? 1 : 0))
  }

  private static func text(_ token: SwiftToken, _ body: ScannedBody) -> Name? {
    guard token.kind == .plainString else { return nil }
    let start = Int(token.start) - body.start
    let literal = String(decoding: body.bytes[start..<start + token.range.count], as: UTF8.self)
    return WrittenValue.unescaped(literal).map { Name(text: $0, span: SourceSpan(file: body.span.file, bytes: token.range)) }
  }
}
