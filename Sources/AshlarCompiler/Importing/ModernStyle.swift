/// Rewrites classes in the older style, where no property has `@Persisted`, as classes with `@Persisted`. All else stays, byte for byte.
struct ModernStyle {
  private let types: SwiftTypes
  private let text: SourceText
  private let sink: DiagnosticSink
  private var edits = TextEdits()

  /// What changes in a file.
  static func edits(_ file: ScannedFile, types: SwiftTypes, text: SourceText, sink: DiagnosticSink) -> TextEdits {
    var style = ModernStyle(types: types, text: text, sink: sink)
    for type in file.types {
      style.rewriteEnum(type)
      if style.isOlder(type) { style.rewrite(type) }
    }
    return style.edits
  }

  private init(types: SwiftTypes, text: SourceText, sink: DiagnosticSink) { (self.types, self.text, self.sink) = (types, text, sink) }

  /// Whether a class is a model of the older style: it stores something so, and nothing otherwise.
  private func isOlder(_ type: ScannedType) -> Bool {
    guard type.keyword == .classType else { return false }
    let (classes, base) = types.chain(type.swiftName)
    guard base.map({ ["Object", "EmbeddedObject"].contains($0.text) }) == true, !classes.contains(where: \.hasPersisted) else {
      return false
    }
    return type.properties.contains(where: \.isOlderStyle)
  }

  private mutating func rewriteEnum(_ type: ScannedType) {
    guard let name = type.inherited.first(where: { $0.text == "RealmEnum" || $0.text == "RealmSwift.RealmEnum" }) else { return }
    edits.replace(name.span.bytes, with: "PersistableEnum")
    for attribute in type.attributes where attribute.text.hasPrefix("@objc") { removeWord(attribute.span.bytes) }
  }

  private mutating func rewrite(_ type: ScannedType) {
    let chain = types.chain(type.swiftName).classes
    func method(_ name: String) -> ScannedBody? { chain.last { $0.methods[name] != nil }?.methods[name] }
    var lists: [String: [String]] = [:]
    for name in ["primaryKey", "indexedProperties", "ignoredProperties"] {
      guard let body = method(name) else { continue }
      guard let words = Self.words(body) else {
        return sink.report(.computedSetting(name + "()"), at: body.span)
      }
      lists[name] = words
    }
    let known = Set(type.properties.map(\.name.text))
    for (name, words) in lists where type.methods[name] != nil {
      for word in words where !known.contains(word) {
        sink.report(.notImported("'\(name)()' names '\(word)', which is not a property of '\(type.name.text)' itself"), at: type.name.span)
      }
    }
    for attribute in type.attributes where attribute.text.hasPrefix("@objc") {
      removeWord(attribute.span.bytes)
      if ["@objc", "@objcMembers", "@objc(\(type.name.text))"].contains(attribute.text) { continue }
      let reason = "where its table has that name, say so with '_realmObjectName()', or with 'table' in YAML"
      sink.report(.notImported("'\(attribute.text)' of '\(type.name.text)' is not kept; \(reason)"), at: attribute.span)
    }
    for property in type.properties where property.isOlderStyle { rewrite(property, lists) }
    for name in ["primaryKey", "indexedProperties", "ignoredProperties"] {
      if let body = type.methods[name] { edits.remove(DeclarationPlace(body.extent, in: text.file.bytes).lines) }
    }
  }

  private mutating func rewrite(_ property: ScannedProperty, _ lists: [String: [String]]) {
    let name = property.name.text
    let keyword = String(decoding: text.file.bytes[property.extent.keyword], as: UTF8.self)
    do throws(ImportLoss) {
      let older = try OlderProperty(property, keyword: keyword)
      for attribute in property.attributes where attribute.text.hasPrefix("@objc") { removeWord(attribute.span.bytes) }
      for modifier in property.modifiers where modifier.text == "dynamic" { removeWord(modifier.span.bytes) }
      if lists["ignoredProperties"]?.contains(name) == true { return }
      var arguments = ""
      if let origin = older.origin {
        arguments = "(originProperty: \"\(origin)\")"
      } else if lists["primaryKey"]?.contains(name) == true {
        arguments = "(primaryKey: true)"
      } else if lists["indexedProperties"]?.contains(name) == true {
        arguments = "(indexed: true)"
      }
      edits.insert("@Persisted\(arguments) ", at: property.extent.whole.lowerBound)
      if let declaration = older.declaration {
        edits.replace(property.extent.keyword.lowerBound..<property.extent.whole.upperBound, with: declaration)
      }
      if older.isWrapped {
        sink.report(.notImported("'\(name)' is an optional now: write '\(name)' where code has '\(name).value'"), at: property.name.span)
      }
    } catch {
      sink.report(.notImported(error.text), at: property.name.span)
    }
  }

  /// Removes a word and the white space after it.
  private mutating func removeWord(_ range: Range<Int>) {
    var end = range.upperBound
    while end < text.file.bytes.count, text.file.bytes[end] == 0x20 || text.file.bytes[end] == 0x09 { end += 1 }
    // A line of its own goes altogether.
    if end < text.file.bytes.count, text.file.bytes[end] == 0x0A {
      var start = range.lowerBound
      while start > 0, text.file.bytes[start - 1] == 0x20 || text.file.bytes[start - 1] == 0x09 { start -= 1 }
      if start == 0 || text.file.bytes[start - 1] == 0x0A { return edits.remove(start..<end + 1) }
    }
    edits.remove(range.lowerBound..<end)
  }

  /// The texts of `"id"`, `["a", "b"]` and nil; nil for anything else.
  private static func words(_ body: ScannedBody) -> [String]? {
    var result: [String] = []
    for (index, token) in body.tokens.enumerated() {
      let text = String(decoding: body.bytes[(Int(token.start) - body.start)..<(Int(token.end) - body.start)], as: UTF8.self)
      switch token.kind {
      case .plainString:
        guard let word = WrittenValue.unescaped(text) else { return nil }
        result.append(word)
      case .word where text == "return" && index == 0 || text == "nil": break
      case .mark where "[],".utf8.contains(token.byte): break
      default: return nil
      }
    }
    return result
  }
}
