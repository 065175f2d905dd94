/// The places of the language that hold maps with fixed keys.
enum KeyPlace: Hashable, Sendable, CaseIterable {
  case file, schema, object, embedded, asymmetric, mixin, property, enumeration, enumCase, customType, projection, projectedProperty

  /// The keys this compiler reads.
  var keys: [String] {
    switch self {
    case .file: ["ashlar", "schema", "enums", "types", "mixins", "objects", "embedded", "asymmetric", "projections"]
    case .schema: ["name", "version", "access", "imports", "doc"]
    case .object, .embedded, .asymmetric: ["properties", "doc", "conforms", "mixins", "table", "was", "open", "deprecated"]
    case .mixin: ["properties", "doc", "mixins"]
    case .property: Self.propertyKeys
    case .enumeration: ["raw", "cases", "unknown", "external", "swift", "doc"]
    case .enumCase: ["value", "doc", "deprecated"]
    case .customType: ["persisted", "failable", "swift", "doc"]
    case .projection: ["of", "properties", "doc", "conforms"]
    case .projectedProperty: ["path", "keyPath", "type", "doc"]
    }
  }

  // Made once: asked for as often as there are properties.
  private static let propertyKeys = [
    "type", "doc", "default", "primaryKey", "indexed", "column", "origin", "access", "setter", "deprecated", "ignored", "swift",
    "willSet", "didSet", "was", "backfill", "json",
  ]
}

/// A map with fixed keys, whose unknown keys have been reported.
struct KeyedNode {
  let mapping: MappingNode

  init(_ mapping: MappingNode, place: KeyPlace, sink: DiagnosticSink) {
    self.mapping = mapping
    let keys = place.keys
    for entry in mapping.entries where !keys.contains(entry.key.text) {
      let suggestion = Spelling.nearest(to: entry.key.text, in: keys)
      sink.report(.unknownKey(entry.key.text, place: place, suggestion: suggestion), at: entry.key.span)
    }
  }

  subscript(key: String) -> SyntaxNode? { entry(key)?.value }

  func entry(_ key: String) -> MappingNode.Entry? {
    // A plain loop: this is the most called function of all, and `first(where:)` is slow without optimisation.
    var index = 0
    while index < mapping.entries.count {
      if mapping.entries[index].key.text == key { return mapping.entries[index] }
      index += 1
    }
    return nil
  }
}
