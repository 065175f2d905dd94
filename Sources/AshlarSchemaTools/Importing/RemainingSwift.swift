internal import AshlarCompiler
internal import AshlarSchema

/// The remainder of Swift files whose models were imported: extensions with methods, computed properties and initializers, and all other
/// code unchanged.
struct RemainingSwift {
  private let collector: ModelCollector
  private let models: [SourceSpan: ImportedModel]
  /// The spans of the names of enums that the schema now declares.
  private let enums: Set<SourceSpan>

  init(collector: ModelCollector, models: [ImportedModel], enums: [ScannedType]) {
    self.collector = collector
    self.models = Dictionary(models.map { ($0.scanned.name.span, $0) }) { first, _ in first }
    self.enums = Set(enums.map(\.name.span))
  }

  /// Returns the changed files in which code remains. Calls `lost` with the comments of each model of which no code remains.
  func files(_ scanned: [ScannedFile], lost: (_ model: String, _ comments: [String]) -> Void) -> [(file: Int, bytes: [UInt8])] {
    scanned.compactMap { file in
      let bytes = collector.texts[file.file].file.bytes
      var finished: [(whole: Range<Int>, edits: TextEdits)] = []
      var appended = ""
      // Inner types are first, because the remainder of an inner type is part of that of its outer type.
      for type in file.types.reversed() {
        var edits = TextEdits()
        while let inner = finished.last, inner.whole.upperBound <= type.extent.whole.upperBound {
          edits.add(inner.edits)
          finished.removeLast()
        }
        if let model = models[type.name.span] {
          rewrite(model, bytes, &edits, &appended, lost)
        } else if enums.contains(type.name.span) {
          rewrite(type, bytes, &edits)
        }
        if !edits.isEmpty { finished.append((type.extent.whole, edits)) }
      }
      guard !finished.isEmpty else { return nil }
      var edits = TextEdits()
      for part in finished { edits.add(part.edits) }
      let result = edits.text(bytes, 0..<bytes.count) + Array(appended.utf8)
      return Self.hasCode(result) ? (file.file, Self.tidied(result)) : nil
    }
  }

  private func rewrite(
    _ model: ImportedModel, _ bytes: [UInt8], _ edits: inout TextEdits, _ appended: inout String,
    _ lost: (_ model: String, _ comments: [String]) -> Void
  ) {
    let type = model.scanned
    let (own, ignored) = (Set(model.own.map(\.name)), Set(model.ignored.map(\.name)))
    let declared = Dictionary(model.declaration.properties.map { ($0.name.span, $0) }) { first, _ in first }
    for property in type.properties where property.wrapper != nil || property.isStored {
      guard (property.wrapper != nil ? own : ignored).contains(property.name.text) else { continue }
      let lines = DeclarationPlace(property.extent, in: bytes).lines
      let written = declared[property.name.span]
      let valueType = property.type?.text ?? written?.keys.place?.swiftType ?? property.value.flatMap { WrittenValue.type(of: $0) } ?? "Any"
      let methods = property.observers.map { "  " + ObserverMethod.text($0, of: property, type: valueType, bytes: bytes) + "\n" }
      edits.replace(lines, with: methods.joined())
    }
    for name in ModelCollector.settings {
      if let method = type.methods[name] { edits.remove(DeclarationPlace(method.extent, in: bytes).lines) }
    }
    if collector.codes(type), let keys = collector.types.types[type.swiftName + ".CodingKeys"] {
      edits.remove(DeclarationPlace(keys.extent, in: bytes).lines)
    }
    let rest = edits.text(bytes, type.body)
    let protocols = protocols(of: model)
    let place = DeclarationPlace(type.extent, in: bytes)
    let isNested = type.path.count > 1
    let name = isNested ? model.name : type.name.text
    let conforming = protocols.isEmpty ? "" : ": " + protocols.joined(separator: ", ")
    let alias = isNested ? "\(type.access == .public ? "public " : "")typealias \(type.name.text) = \(model.name)" : ""
    if !Self.hasCode(rest), protocols.isEmpty {
      lost(model.name, SwiftComments(rest[...]).lines)
      if isNested {
        edits.replace(place.comments.lowerBound..<type.extent.whole.upperBound, with: margin(type, bytes) + alias)
      } else {
        edits.remove(place.lines)
      }
    } else if isNested {
      appended += "\nextension \(name)\(conforming) {" + String(decoding: rest, as: UTF8.self) + "}\n"
      edits.replace(place.comments.lowerBound..<type.extent.whole.upperBound, with: margin(type, bytes) + alias)
    } else {
      edits.replace(place.comments.lowerBound..<type.body.lowerBound, with: "extension \(name)\(conforming) {")
    }
  }

  private func margin(_ type: ScannedType, _ bytes: [UInt8]) -> String {
    var start = type.extent.whole.lowerBound
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    return DeclarationPlace(type.extent, in: bytes).comments.isEmpty
      ? "" : String(decoding: bytes[start..<type.extent.whole.lowerBound], as: UTF8.self)
  }

  private func rewrite(_ type: ScannedType, _ bytes: [UInt8], _ edits: inout TextEdits) {
    var seen: Range<Int>?
    for element in type.cases where element.extent.whole != seen {
      edits.remove(DeclarationPlace(element.extent, in: bytes).lines)
      seen = element.extent.whole
    }
    let made: Set<String> = ["PersistableEnum", "Codable", "Encodable", "Decodable", "Sendable", "CaseIterable", "Hashable", "Equatable"]
    let protocols = type.inherited.dropFirst().map(\.text).filter { !made.contains($0) }
    let place = DeclarationPlace(type.extent, in: bytes)
    if protocols.isEmpty, !Self.hasCode(edits.text(bytes, type.body)) { return edits.remove(place.lines) }
    let conforming = protocols.isEmpty ? "" : ": " + protocols.joined(separator: ", ")
    edits.replace(place.comments.lowerBound..<type.body.lowerBound, with: "extension \(type.name.text)\(conforming) {")
  }

  /// Returns the protocols that the class conforms to in addition to those in the schema.
  private func protocols(of model: ImportedModel) -> [String] {
    model.scanned.inherited.dropFirst().map(\.text).filter { !model.conformances.contains($0) }
  }

  /// Returns whether the source contains more than comments and imports.
  private static func hasCode(_ bytes: [UInt8]) -> Bool {
    let tokens = SwiftLexer.tokens(bytes, from: 0)
    var index = 0
    while index < tokens.count {
      guard tokens[index].kind == .word, bytes[tokens[index].range].elementsEqual("import".utf8) else { return true }
      index += 1
      while index < tokens.count, !tokens[index].startsLine { index += 1 }
    }
    return false
  }

  /// Removes empty lines at the start and the end, before a closing brace and after an opening one, and all but one of other consecutive
  /// empty lines.
  private static func tidied(_ bytes: [UInt8]) -> [UInt8] {
    let tokens = SwiftLexer.tokens(bytes, from: 0)
    var edits = TextEdits()
    for index in 0...tokens.count {
      let start = index == 0 ? 0 : Int(tokens[index - 1].end)
      let end = index == tokens.count ? bytes.count : Int(tokens[index].start)
      guard start < end, bytes[start..<end].allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { continue }
      let breaks = bytes[start..<end].count { $0 == 0x0A }
      let isAtBrace =
        index > 0 && tokens[index - 1].byte == UInt8(ascii: "{") || index < tokens.count && tokens[index].byte == UInt8(ascii: "}")
      let allowed = index == 0 ? 0 : index == tokens.count || isAtBrace ? 1 : 2
      guard breaks > allowed else { continue }
      let tail = bytes[start..<end].lastIndex(of: 0x0A).map { bytes[($0 + 1)..<end] } ?? []
      edits.replace(start..<end, with: String(repeating: "\n", count: allowed) + String(decoding: tail, as: UTF8.self))
    }
    return edits.text(bytes, 0..<bytes.count)
  }
}
