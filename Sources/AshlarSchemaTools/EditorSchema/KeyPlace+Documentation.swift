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
    case .uniqueRule: Self.uniqueRuleKeys[key]
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
    "asymmetric": "Types whose objects are written and sent to a server, and never read, by name.",
    "projections": "Views of types: some of their properties, and properties of linked objects, by name.",
  ]

  private static let schemaKeys = [
    "name": "The schema's name, a Swift identifier; without it, the target's name. The generated namespace is this name and 'Schema'.",
    "version":
      "The schema version stored with the data, from 0 to 18446744073709551614, or 'history', which derives it from the releases that 'ashlar release' recorded; 0 by default.",
    "access": "The access level of the generated types: 'public' (the default), 'package' or 'internal'.",
    "values":
      "Whether each object and embedded type has a struct 'Value' with a copy of an object's values, unless it has 'values: false'; false by default.",
    "imports": "Additional modules that the generated files import.",
    "doc": "A description of the schema.",
  ]

  private static let typeKeys = [
    "properties": "The properties, by name, in the order of positional values.",
    "doc": "Documentation: it becomes the comment of the generated class.",
    "table": "The name stored in the file, if it differs from that of the class; at most 57 bytes of UTF-8.",
    "was": "Former stored names, newest first: the data is moved when a file is opened with a higher schema version.",
    "dropped": "Stored names of former properties whose values are deleted.",
    "conforms": "Protocols that the generated class conforms to.",
    "mixins": "Mixins whose properties come before the type's own, in this order.",
    "open": "Whether the class may have subclasses, which are views of the same objects; false by default.",
    "values": "Whether the class has a struct 'Value' with a copy of an object's values; false by default.",
    "deprecated": "A message; using the type then causes a warning.",
    "primaryKey": "Two to eight properties that identify an object together; of one property, it is a key of the property.",
    "unique": "Lists of properties whose values are unique together, or mappings with 'of' and a condition.",
    "indexes": "Lists of properties that have an index together, such as '[[owner, placed]]'.",
    "checks": "Comparisons of two properties that each object satisfies, such as 'opened <= closed'.",
  ]

  private static let mixinKeys = [
    "properties": "The properties, by name.",
    "doc": "Documentation: it becomes the comment of the generated protocol.",
    "mixins": "Mixins whose properties this mixin includes.",
  ]

  private static let propertyKeys = [
    "type":
      "The type: 'Int', 'Date?', 'Person?', 'List<Person>', 'MutableSet<String>', 'Map<Int>', 'LinkingObjects<Dog>'. Links to objects are always optional.",
    "doc": "Documentation: it becomes the comment of the generated property.",
    "default": "The initial value in new objects. Without it: nil, zero, empty, the first case, or a generated ObjectId or UUID.",
    "primaryKey": "Whether this property identifies objects: its value is unique and indexed. At most one property of a type.",
    "indexed": "Whether the property has an index, which speeds up queries for equal values.",
    "column": "The name stored in the file, if it differs from that of the property; at most 63 bytes of UTF-8.",
    "origin": "For LinkingObjects: the name of the linking property.",
    "access": "The access level of the property: 'public', 'package' or 'internal', no wider than that of the type.",
    "setter": "The access level of the setter, no wider than that of the property.",
    "deprecated": "A message; using the property then causes a warning.",
    "ignored": "Whether the property exists only in memory.",
    "swift": "For an ignored property: its Swift type.",
    "json": "The key by which the property is coded, or false to exclude it; by default the property's name.",
    "willSet": "A method of the type, called with the new value before Swift code sets the property.",
    "was": "Former stored names, newest first: the values are moved when a file is opened with a higher schema version.",
    "backfill": "Whether the property has its default in existing rows, instead of zero.",
    "didSet": "A method of the type, called with the old value after Swift code has set the property.",
    "unique": "Whether no two objects have equal values; nil equals nothing. Implies an index.",
    "required": "For a link to one object or an AnyRealmValue: whether it may not be nil in a file. Its Swift type stays optional.",
    "min": "The least value of a number or a date.",
    "above": "A bound that a number or a date exceeds.",
    "max": "The greatest value of a number or a date.",
    "below": "A bound that a number or a date is less than.",
    "length": "The length of text in Unicode scalars, or of data in bytes: 24, 1...40, 1... or ...40.",
    "count": "The number of elements of a collection: 24, 1...40, 1... or ...40.",
    "pattern": "A pattern that the whole text matches: '*' is any text, '?' one character, '[a-z]' one of a set.",
    "deleteRule":
      "What happens when the object is deleted: 'nullify' (the default) sets links to nil, 'cascade' deletes the linked objects, 'deny' refuses. On LinkingObjects, it concerns the objects that link to this one.",
  ]

  private static let enumerationKeys = [
    "raw": "The type of the stored values: an integer type, Float, Double or String (the default).",
    "cases":
      "The cases: a list of names, or a mapping of names to raw values. The first is the default of properties. An external enum may omit them; if listed, they must be exactly those in Swift.",
    "doc": "Documentation: it becomes the comment of the generated enum.",
    "checked": "Whether a file has no other values than those of the cases. Elements of collections are not checked.",
    "unknown": "The case that is read for a stored value that is not the raw value of any case.",
    "external":
      "Whether the enum is declared by hand in Swift. With 'cases', the schema contains its raw values; otherwise, only the Swift compiler knows them.",
    "swift": "For an external enum: its name in Swift, if it differs.",
  ]

  private static let customTypeKeys = [
    "persisted": "The stored type: a scalar, or an embedded type for several members.",
    "failable": "Whether converting a stored value can fail: the type is then a FailableCustomPersistable.",
    "swift": "The name in Swift, if it differs.",
    "doc": "Documentation of the type.",
  ]

  private static let projectionKeys = [
    "of": "The object or embedded type that this is a view of.",
    "properties": "The properties, by name: paths from the type, such as 'home.city'.",
    "doc": "Documentation: it becomes the comment of the generated class.",
    "conforms": "Protocols that the generated class conforms to.",
  ]

  private static let projectedPropertyKeys = [
    "path": "Properties joined by dots. A path may pass through one collection, and end with 'count', 'first' or 'last'.",
    "keyPath": "Any Swift key path, without its root: 'firstName.localizedUppercase'. It needs 'type'.",
    "type": "The Swift type of a 'keyPath'.",
    "doc": "Documentation: it becomes the comment of the generated property.",
  ]

  private static let uniqueRuleKeys = [
    "of": "The properties whose values are unique together.",
    "whenNil": "An optional property: the rule concerns only objects whose property is nil.",
    "whenTrue": "A Bool: the rule concerns only objects whose property is true.",
    "whenFalse": "A Bool: the rule concerns only objects whose property is false.",
    "nilCounts": "Whether nil equals nil; otherwise, objects with nil are not concerned. False by default.",
  ]

  private static let caseKeys = [
    "value": "The stored value.",
    "doc": "Documentation: it becomes the comment of the generated case.",
    "deprecated": "A message; using the case then causes a warning.",
  ]
}
