internal import AshlarCompiler

/// Rewrites classes in the older style, in which no property has `@Persisted`, as classes with `@Persisted`, and removes the attributes and
/// modifiers that require the Objective-C runtime from all models and their enums. All other code is retained, byte for byte.
struct ModernStyle {
  private let types: SwiftTypes
  private let text: SourceText
  private let sink: DiagnosticSink
  private let losses: LostProperties
  private var edits = TextEdits()

  private static let settings = ["primaryKey", "indexedProperties", "ignoredProperties"]

  /// Returns the edits that modernize a file.
  static func edits(_ file: ScannedFile, types: SwiftTypes, text: SourceText, losses: LostProperties, sink: DiagnosticSink) -> TextEdits {
    var style = ModernStyle(types: types, text: text, sink: sink, losses: losses)
    for type in file.types {
      style.rewriteEnum(type)
      guard types.isModel(type.swiftName) else {
        style.reportUnknownBase(type)
        continue
      }
      let stored = OlderStyle(types: types).stored(type, in: types.chain(type.swiftName).classes)
      if type.keyword == .classType, losses.isOlder(type) { style.rewrite(type, stored) } else { style.strip(type, stored) }
    }
    return style.edits
  }

  private init(types: SwiftTypes, text: SourceText, sink: DiagnosticSink, losses: LostProperties) {
    (self.types, self.text, self.sink, self.losses) = (types, text, sink, losses)
  }

  private mutating func rewriteEnum(_ type: ScannedType) {
    let names: Set<String> = ["RealmEnum", "RealmSwift.RealmEnum"]
    for name in type.inherited where names.contains(name.text) { edits.replace(name.span.bytes, with: "PersistableEnum") }
    guard type.keyword == .enumType, types.inherited(type.swiftName).contains(where: { names.contains($0.text) }) else { return }
    for attribute in type.attributes where attribute.text.hasPrefix("@objc") { removeWord(attribute.span.bytes) }
  }

  /// Reports a class that resembles a model and whose superclass is in none of the files.
  private func reportUnknownBase(_ type: ScannedType) {
    guard type.keyword == .classType, let base = types.chain(type.swiftName).base, OlderStyle(types: types).suggestsModel(type)
    else { return }
    sink.report(
      .notImported(
        "'\(type.name.text)' is left as it is: '\(base.text)', from which it derives, is in none of the files; name its file as well"),
      at: type.name.span)
  }

  private mutating func rewrite(_ type: ScannedType, _ stored: [ScannedProperty]) {
    let chain = types.chain(type.swiftName).classes
    var lists: [String: [String]] = [:]
    for name in Self.settings {
      guard let body = chain.last(where: { $0.methods[name] != nil })?.methods[name] else { continue }
      guard let words = body.literalWords else { return sink.report(.computedSetting(name + "()"), at: body.span) }
      lists[name] = words
    }
    let known = Set(type.properties.map(\.name.text))
    for (name, words) in lists.sorted(by: { $0.key < $1.key }) where type.methods[name] != nil {
      for word in words where !known.contains(word) {
        sink.report(.notImported("'\(name)()' names '\(word)', which is not a property of '\(type.name.text)' itself"), at: type.name.span)
      }
    }
    stripClass(type)
    let places = Set(stored.map(\.name.span))
    for property in type.properties {
      if places.contains(property.name.span) {
        rewrite(property, of: type, lists)
      } else {
        strip(property)
        guard OlderStyle.isUnclear(property), lists["ignoredProperties"]?.contains(property.name.text) != true else { continue }
        sink.report(
          .notImported("the type of '\(property.name.text)' is not known, and a collection would be stored: write its type"),
          at: property.name.span)
      }
    }
    let style = OlderStyle(types: types)
    let keepsIgnored = type.properties.contains {
      style.isBox($0, in: type.path) && lists["ignoredProperties"]?.contains($0.name.text) == true
    }
    for name in Self.settings where name != "ignoredProperties" || !keepsIgnored {
      if let body = type.methods[name] { edits.remove(DeclarationPlace(body.extent, in: text.file.bytes).lines) }
    }
  }

  /// Removes Objective-C attributes and modifiers from a class with `@Persisted` or from an extension of a model. Reports properties in the
  /// older style, which such a class does not store.
  private mutating func strip(_ type: ScannedType, _ unstored: [ScannedProperty]) {
    if type.keyword == .classType {
      stripClass(type)
      for property in unstored { sink.report(.olderStyle(property.name.text, isModel: true), at: property.name.span) }
    }
    for property in type.properties { strip(property) }
  }

  private mutating func stripClass(_ type: ScannedType) {
    for attribute in type.attributes where attribute.text.hasPrefix("@objc") {
      removeWord(attribute.span.bytes)
      if ["@objc", "@objcMembers", "@objc(\(type.name.text))"].contains(attribute.text) { continue }
      let reason = "if its table has this name, state it with '_realmObjectName()', or with 'table' in YAML"
      sink.report(.notImported("'\(attribute.text)' of '\(type.name.text)' is not kept; \(reason)"), at: attribute.span)
    }
  }

  private mutating func strip(_ property: ScannedProperty) {
    for word in property.objectiveCWords { removeWord(word.span.bytes) }
  }

  private mutating func rewrite(_ property: ScannedProperty, of type: ScannedType, _ lists: [String: [String]]) {
    let name = property.name.text
    do throws(ImportLoss) {
      let isBox = OlderStyle(types: types).isBox(property, in: type.path)
      let older = try OlderProperty(property, isBox: isBox, types: types, scope: type.path)
      strip(property)
      var arguments = ""
      if let origin = older.origin {
        arguments = "(originProperty: \"\(origin)\")"
      } else if lists["primaryKey"]?.contains(name) == true {
        arguments = "(primaryKey: true)"
      } else if lists["indexedProperties"]?.contains(name) == true {
        arguments = "(indexed: true)"
      }
      edits.insert("@Persisted\(arguments) ", at: start(of: property))
      if let declaration = older.declaration {
        let end = property.value?.text.span.bytes.upperBound ?? property.type?.span.bytes.upperBound
        edits.replace(property.extent.keyword.lowerBound..<(end ?? property.extent.whole.upperBound), with: declaration)
      }
      if let remark = older.remark { sink.report(.notImported(remark), at: property.name.span) }
    } catch {
      losses.report(property, reason: error.text)
    }
  }

  /// Returns the offset of the first attribute, modifier or keyword that is not removed.
  private func start(of property: ScannedProperty) -> Int {
    let gone = Set(property.objectiveCWords.map(\.span))
    let staying = (property.attributes + property.modifiers).map(\.span).filter { !gone.contains($0) }
    return staying.map(\.bytes.lowerBound).min() ?? property.extent.keyword.lowerBound
  }

  /// Removes a word and the white space after it.
  private mutating func removeWord(_ range: Range<Int>) {
    var end = range.upperBound
    while end < text.file.bytes.count, text.file.bytes[end] == 0x20 || text.file.bytes[end] == 0x09 { end += 1 }
    // A line that contains only the word is removed entirely.
    if end < text.file.bytes.count, text.file.bytes[end] == 0x0A {
      var start = range.lowerBound
      while start > 0, text.file.bytes[start - 1] == 0x20 || text.file.bytes[start - 1] == 0x09 { start -= 1 }
      if start == 0 || text.file.bytes[start - 1] == 0x0A { return edits.remove(start..<end + 1) }
    }
    edits.remove(range.lowerBound..<end)
  }
}
