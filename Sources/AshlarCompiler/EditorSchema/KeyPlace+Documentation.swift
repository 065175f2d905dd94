extension KeyPlace {
  /// What a key of this place means; nil for keys that are not read here.
  func documentation(of key: String) -> String? {
    switch self {
    case .file: Self.fileKeys[key]
    case .schema: Self.schemaKeys[key]
    case .object, .embedded: Self.typeKeys[key]
    case .property: Self.propertyKeys[key]
    case .enumeration: Self.enumerationKeys[key]
    case .enumCase: Self.caseKeys[key]
    }
  }

  private static let fileKeys = [
    "ashlar": "The version of the schema language: 1.",
    "schema": "What concerns the schema as a whole. At most one file of a schema has this block.",
    "enums": "Enums whose raw values are stored, by name.",
    "objects": "Types with objects of their own, by name.",
    "embedded": "Types whose objects belong to exactly one other object each, by name.",
  ]

  private static let schemaKeys = [
    "name": "The schema's name, a Swift identifier; without it, the target's name. The generated namespace is this name and 'Schema'.",
    "version": "The schema version stored with the data, from 0 to 18446744073709551614; 0 without it.",
    "access": "Who may use the generated types: 'public' (as without it), 'package' or 'internal'.",
    "imports": "Further modules that the generated files import.",
    "doc": "What the schema is about.",
  ]

  private static let typeKeys = [
    "properties": "The properties, by name, in the order of positional values.",
    "doc": "Documentation: it becomes the comment of the generated class.",
    "table": "The name stored in the file, if other than the class's; at most 57 bytes of UTF-8.",
  ]

  private static let propertyKeys = [
    "type": "The type: 'Int', 'Date?', 'Person?', 'List<Person>', 'LinkingObjects<Dog>'. Links to objects are always optional.",
    "doc": "Documentation: it becomes the comment of the generated property.",
    "default": "What new objects start with. Without it: nil, zero, empty, the first case, or a fresh value for ObjectId and UUID.",
    "primaryKey": "Whether objects are found by this value, which is unique. At most one property of a type; it is always indexed.",
    "indexed": "Whether an index is kept, which makes queries for equal values fast.",
    "column": "The name stored in the file, if other than the property's; at most 63 bytes of UTF-8.",
    "origin": "Of LinkingObjects: the name of the property that links here.",
  ]

  private static let enumerationKeys = [
    "raw": "The type of the stored values: an integer type, Float, Double or String (as without it).",
    "cases": "The cases: a list of names, or a map from names to raw values. The first is the default of properties.",
    "doc": "Documentation: it becomes the comment of the generated enum.",
  ]

  private static let caseKeys = [
    "value": "The stored value.",
    "doc": "Documentation: it becomes the comment of the generated case.",
  ]
}
