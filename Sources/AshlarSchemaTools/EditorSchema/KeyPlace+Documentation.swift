internal import AshlarCompiler

extension KeyPlace {
  /// Returns the documentation of a key in this mapping; nil if the mapping has no such key.
  func documentation(of key: String) -> String? {
    switch self {
    case .file: Self.fileKeys[key]
    case .schema: Self.schemaKeys[key]
    case .object, .embedded, .asymmetric: Self.typeKeys[key]
    case .mixin: Self.mixinKeys[key]
    case .property: Self.propertyKeys[key]
    case .enumeration: Self.enumerationKeys[key]
    case .enumCase: Self.caseKeys[key]
    case .customType: Self.customTypeKeys[key]
    case .projection: Self.projectionKeys[key]
    case .projectedProperty: Self.projectedPropertyKeys[key]
    }
  }

  private static let fileKeys = [
    "ashlar": "The version of the schema language: 1.",
    "schema": "Settings of the whole schema. At most one file of a schema has this block.",
    "enums": "Enums whose raw values are stored, by name.",
    "types": "Swift types, declared by hand, whose values are stored as another type, by name.",
    "mixins": "Groups of properties that several types share, by name. Each becomes a Swift protocol.",
    "objects": "Types of independent objects, by name.",
    "embedded": "Types whose objects belong to exactly one other object each, by name.",
    "asymmetric": "Types whose objects are written and sent to a server, never read here, by name.",
    "projections": "Views of types: a selection of their properties, and of those reached through links.",
  ]

  private static let schemaKeys = [
    "name": "The schema's name, a Swift identifier; without it, the target's name. The generated namespace is this name and 'Schema'.",
    "version":
      "The schema version stored with the data, from 0 to 18446744073709551614, or 'history', which derives it from the releases that 'ashlar release' recorded; 0 by default.",
    "access": "Who may use the generated types: 'public' (the default), 'package' or 'internal'.",
    "values":
      "Whether each object and embedded type has a struct 'Value' that copies what an object holds, unless it says 'values: false'; false by default.",
    "imports": "Further modules that the generated files import.",
    "doc": "What the schema is about.",
  ]

  private static let typeKeys = [
    "properties": "The properties, by name, in the order of positional values.",
    "doc": "Documentation: it becomes the comment of the generated class.",
    "table": "The name stored in the file, if other than the class's; at most 57 bytes of UTF-8.",
    "was": "Names it was stored under before, newest first: its data moves when a file is opened with a higher schema version.",
    "dropped": "Stored names of properties it had before, whose values may go.",
    "conforms": "Protocols that the generated class conforms to.",
    "mixins": "Mixins whose properties come before the type's own, in this order.",
    "open": "Whether the class may have subclasses, which are views of the same objects; false by default.",
    "values": "Whether the class has a struct 'Value' that copies what an object holds; false by default.",
    "deprecated": "A message; using the type then causes a warning.",
  ]

  private static let mixinKeys = [
    "properties": "The properties, by name.",
    "doc": "Documentation: it becomes the comment of the generated protocol.",
    "mixins": "Mixins whose properties belong to this one too.",
  ]

  private static let propertyKeys = [
    "type":
      "The type: 'Int', 'Date?', 'Person?', 'List<Person>', 'MutableSet<String>', 'Map<Int>', 'LinkingObjects<Dog>'. Links to objects are always optional.",
    "doc": "Documentation: it becomes the comment of the generated property.",
    "default": "What new objects start with. Without it: nil, zero, empty, the first case, or a generated value for ObjectId and UUID.",
    "primaryKey": "Whether this property identifies objects: its value is unique and indexed. At most one property of a type.",
    "indexed": "Whether the property has an index, which speeds up queries for equal values.",
    "column": "The name stored in the file, if other than the property's; at most 63 bytes of UTF-8.",
    "origin": "For LinkingObjects: the name of the property that links here.",
    "access": "Who may use the property: 'public', 'package' or 'internal', no wider than the type.",
    "setter": "Who may set the property, no wider than who may use it.",
    "deprecated": "A message; using the property then causes a warning.",
    "ignored": "Whether the property exists only in memory.",
    "swift": "For an ignored property: its Swift type.",
    "json": "The key by which the property is coded, or false to exclude it; by default the property's name.",
    "willSet": "A method of the type, called with the new value before Swift code sets the property.",
    "was": "Names it was stored under before, newest first: its values move when a file is opened with a higher schema version.",
    "backfill": "Whether existing rows get the property's default instead of zero.",
    "didSet": "A method of the type, called with the old value after Swift code has set the property.",
  ]

  private static let enumerationKeys = [
    "raw": "The type of the stored values: an integer type, Float, Double or String (the default).",
    "cases":
      "The cases: a list of names, or a mapping of names to raw values. The first is the default of properties. An external enum may omit them; if listed, they must be exactly those in Swift.",
    "doc": "Documentation: it becomes the comment of the generated enum.",
    "unknown": "The case that any other stored value reads as.",
    "external":
      "Whether the enum is declared by hand in Swift. With 'cases' the schema knows its raw values; without them only the Swift compiler does.",
    "swift": "For an external enum: its Swift spelling, when it differs.",
  ]

  private static let customTypeKeys = [
    "persisted": "The stored type: a scalar, or an embedded type for several members.",
    "failable": "Whether converting a stored value can fail: the type is then a FailableCustomPersistable.",
    "swift": "Its Swift spelling, when it differs.",
    "doc": "Documentation of the type.",
  ]

  private static let projectionKeys = [
    "of": "The object or embedded type that this is a view of.",
    "properties": "The properties, by name: paths from the type, such as 'home.city'.",
    "doc": "Documentation: it becomes the comment of the generated class.",
    "conforms": "Protocols that the generated class conforms to.",
  ]

  private static let projectedPropertyKeys = [
    "path": "Properties joined by dots, from the type on. It may continue through one collection, and end in 'count', 'first' or 'last'.",
    "keyPath": "Any Swift key path, without its root: 'firstName.localizedUppercase'. It needs 'type'.",
    "type": "The Swift type of a 'keyPath'.",
    "doc": "Documentation: it becomes the comment of the generated property.",
  ]

  private static let caseKeys = [
    "value": "The stored value.",
    "doc": "Documentation: it becomes the comment of the generated case.",
    "deprecated": "A message; using the case then causes a warning.",
  ]
}
