/// The mappings of the language that have a fixed set of keys.
package enum KeyPlace: Hashable, Sendable, CaseIterable {
  case file, schema, object, embedded, asymmetric, mixin, property, enumeration, enumCase, customType, projection, projectedProperty,
    uniqueRule

  /// The keys that the compiler reads.
  package var keys: [String] {
    switch self {
    case .file: ["ashlar", "schema", "enums", "types", "mixins", "objects", "embedded", "asymmetric", "projections"]
    case .schema: ["name", "version", "access", "values", "imports", "doc"]
    case .object, .embedded:
      ["properties", "doc", "conforms", "mixins", "table", "was", "dropped", "open", "values", "deprecated"] + Self.ruleKeys
    case .asymmetric:
      ["properties", "doc", "conforms", "mixins", "table", "was", "dropped", "open", "deprecated"] + Self.ruleKeys
    case .mixin: ["properties", "doc", "mixins"]
    case .property: Self.propertyKeys
    case .enumeration: ["raw", "cases", "unknown", "checked", "external", "swift", "doc"]
    case .enumCase: ["value", "doc", "deprecated"]
    case .customType: ["persisted", "failable", "swift", "doc"]
    case .projection: ["of", "properties", "doc", "conforms"]
    case .projectedProperty: ["path", "keyPath", "type", "doc"]
    case .uniqueRule: ["of", "whenNil", "whenTrue", "whenFalse", "nilCounts"]
    }
  }

  // The keys of rules that concern several properties.
  private static let ruleKeys = ["primaryKey", "unique", "indexes", "checks"]

  // The keys of a property. This is a stored constant, because it is read for every property.
  private static let propertyKeys =
    [
      "type", "doc", "default", "primaryKey", "indexed", "column", "origin", "access", "setter", "deprecated", "ignored", "swift",
      "willSet", "didSet", "was", "backfill", "json",
    ] + RuleKey.allCases.map(\.rawValue)
}
