internal import AshlarCompiler

/// A position in the grammar of the language that affects layout.
enum LayoutPlace {
  case file, schema, enums, enumeration, cases, enumCase, customTypes, customType, types, type, properties, property, projections,
    projection,
    projectedProperties, projectedProperty
  /// The value of a type's key `unique`, and its items.
  case unique
  /// A type's name, such as the value of `type`.
  case typeName
  /// Any other value.
  case value

  /// The keys in canonical order; nil for a mapping from names, whose order is retained, and for a place that is not a mapping.
  var keyOrder: [String]? {
    switch self {
    case .file: ["ashlar", "schema", "enums", "types", "mixins", "objects", "embedded", "asymmetric", "projections"]
    case .schema: ["name", "version", "access", "values", "imports", "doc"]
    case .enumeration: ["doc", "raw", "unknown", "checked", "external", "swift", "cases"]
    case .enumCase: ["value", "doc", "deprecated"]
    case .customType: ["doc", "persisted", "failable", "swift"]
    case .type:
      [
        "doc", "conforms", "mixins", "table", "was", "dropped", "open", "values", "deprecated", "primaryKey", "unique", "indexes",
        "checks", "properties",
      ]
    case .unique: ["of", "whenNil", "whenTrue", "whenFalse", "nilCounts"]
    case .property:
      [
        "type", "swift", "ignored", "origin", "primaryKey", "default", "backfill", "column", "was", "indexed", "unique", "required",
        "min", "above", "max", "below", "length", "count", "pattern", "deleteRule", "json", "access", "setter", "willSet", "didSet",
        "deprecated", "doc",
      ]
    case .projection: ["doc", "of", "conforms", "properties"]
    case .projectedProperty: ["path", "keyPath", "type", "doc"]
    case .enums, .cases, .customTypes, .types, .properties, .projections, .projectedProperties, .typeName, .value: nil
    }
  }

  /// Whether mappings span several lines even if they would fit on one.
  var isAlwaysSpread: Bool {
    switch self {
    case .file, .schema, .enums, .enumeration, .customTypes, .types, .type, .properties, .projections, .projection, .projectedProperties:
      true
    case .cases, .enumCase, .customType, .property, .projectedProperty, .unique, .typeName, .value: false
    }
  }

  /// Whether a blank line precedes each entry except the first.
  var isAiry: Bool {
    switch self {
    case .file, .types, .projections: true
    default: false
    }
  }

  /// Returns the position of the value of a key.
  func inner(_ key: String) -> LayoutPlace {
    switch (self, key) {
    case (.file, "schema"): .schema
    case (.file, "enums"): .enums
    case (.file, "types"): .customTypes
    case (.customTypes, _): .customType
    case (.file, "objects"), (.file, "embedded"), (.file, "asymmetric"), (.file, "mixins"): .types
    case (.types, _): .type
    case (.type, "properties"): .properties
    case (.type, "unique"): .unique
    case (.properties, _): .property
    case (.property, "type"): .typeName
    case (.file, "projections"): .projections
    case (.projections, _): .projection
    case (.projection, "properties"): .projectedProperties
    case (.projectedProperties, _): .projectedProperty
    case (.enums, _): .enumeration
    case (.enumeration, "cases"): .cases
    case (.cases, _): .enumCase
    default: .value
    }
  }

  /// The position of the value of a key in a list item.
  var innerOfItem: LayoutPlace {
    switch self {
    case .enumeration, .cases: .enumCase
    default: .value
    }
  }
}
