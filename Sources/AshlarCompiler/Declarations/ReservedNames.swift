internal import AshlarSchema

/// Names that declarations of a schema cannot have.
package enum ReservedNames {
  /// Returns whether a type cannot have this name, because the runtime or emitted code declares or uses a type of the same name, or because
  /// name lookup inside generated classes would find a member of the base class first. Names such as `_int` are accessors of the base
  /// class.
  package static func isReservedForTypes(_ name: String) -> Bool {
    if types.contains(name) || properties.contains(name) || methods.contains(name) { return true }
    let letters = Array(name.utf8.prefix(2))
    return letters.count == 2 && letters[0] == UInt8(ascii: "_") && (0x61...0x7A).contains(letters[1])
  }

  /// Public types of the runtime, Swift types to which emitted code refers, and a member of the emitted enum of a schema.
  package static let types: Set<String> = [
    // Types of Swift and Foundation that emitted code uses
    "Any", "AnyKeyPath", "AnyObject", "Array", "Bool", "Character", "Codable", "CodingKey", "Data", "Date", "Decodable", "Decoder",
    "Dictionary", "Double", "Encodable", "Encoder", "Equatable", "Error", "Float", "Hashable", "Identifiable", "Int", "Int16", "Int32",
    "Int64", "Int8", "Never", "Optional", "PartialKeyPath", "RawRepresentable", "Sendable", "Set", "String", "UInt", "UInt16", "UInt32",
    "UInt64", "UInt8", "UUID", "Void",
    // Types of the runtime
    "AnyRealmValue", "AsymmetricObject", "CollectionElementMapper", "CustomPersistable", "Decimal128", "DynamicObject", "EmbeddedObject",
    "FailableCustomPersistable", "HistoricalObject", "LinkingObjects", "List", "Map", "Migration", "MigrationPlan", "MutableSet",
    "NotificationToken", "Object", "ObjectBase", "ObjectChange", "PropertyChange", "RealmCollectionChange", "RealmMapChange",
    "ObjectId", "ObjectKeyIdentifable", "ObjectKeyIdentifiable", "ObjectSchema", "PersistableEnum", "Persisted", "Projected",
    "ProjectedCollection", "Projection", "ProjectionObservable", "Property", "PropertyType", "Query", "Realm", "RealmCollection",
    "RealmCollectionValue", "RealmKeyedCollection", "Results", "ResultsSection", "Schema", "SectionedResults", "SectionedResultsChange",
    "SortDescriptor",
    "ThreadConfined", "ThreadSafeReference", "_AllTypes", "_Decoding", "_Encoding", "_Entity", "_ExternalEnumCases", "_GeneratedCode",
    "_GeneratedFor", "_HandwrittenClass", "_HandwrittenModel", "_HandwrittenProperty", "_HistoricalRow", "_LinkedSchema",
    "_MigrationStep", "_Row", "_TypeList",
    // Members of the emitted enum of a schema
    "objectTypes",
  ]

  /// Names of types that programs use without qualification, and the modules that declare them. A generated type of the same name would
  /// hide that type.
  package static let common = [
    "Actor": "_Concurrency", "Bundle": "Foundation", "Calendar": "Foundation", "Clock": "_Concurrency", "Collection": "Swift",
    "Comparable": "Swift", "Duration": "Swift", "Locale": "Foundation", "Notification": "Foundation", "Process": "Foundation",
    "Range": "Swift", "Regex": "_StringProcessing", "Result": "Swift", "Sequence": "Swift", "Task": "_Concurrency",
    "TimeZone": "Foundation", "Timer": "Foundation", "URL": "Foundation",
    // Types of the runtime that emitted code does not use
    "AddableType": "Ashlar", "AnyRealmCollection": "Ashlar", "AsyncTransactionId": "Ashlar", "CompoundKeyed": "Ashlar", "Frozen": "Ashlar",
    "FrozenChanges": "Ashlar", "FrozenCollection": "Ashlar", "RealmChanges": "Ashlar", "FrozenResults": "Ashlar", "Distance": "Ashlar",
    "GeoBox": "Ashlar", "GeoCircle": "Ashlar",
    "GeoPoint": "Ashlar", "GeoPolygon": "Ashlar", "GroupedResults": "Ashlar", "GroupedValues": "Ashlar",
    "RLMGeospatial": "Ashlar", "RealmGeospatial": "Ashlar",
    "KeyedValueConvertible": "Ashlar", "KeypathSortable": "Ashlar", "Linked": "Ashlar", "LinkingObjectsProtocol": "Ashlar",
    "LogLevel": "Ashlar", "Logger": "Ashlar", "MapIndex": "Ashlar", "MigrationBlock": "Ashlar", "MigrationObject": "Ashlar",
    "MigrationObjectEnumerateBlock": "Ashlar", "MigrationProgress": "Ashlar", "MinMaxType": "Ashlar",
    "ObjectIdentity": "Ashlar",
    "OptionalCodingWrapper": "Ashlar", "OptionalProtocol": "Ashlar", "Persisted": "Ashlar", "PropertyKey": "Ashlar", "QueryPlan": "Ashlar",
    "RLMIterator": "Ashlar",
    "RLMKeyValueIterator": "Ashlar", "RLMMapIterator": "Ashlar", "RLMObjectBase": "Ashlar", "RealmCollectionBase": "Ashlar",
    "RealmEnum": "Ashlar", "RealmFetchable": "Ashlar", "RealmOptionalType": "Ashlar", "RealmPredicate": "Ashlar",
    "RealmPredicateError": "Ashlar", "RealmPool": "Ashlar", "RealmPropertyType": "Ashlar", "RealmSnapshot": "Ashlar",
    "RealmSectionedResult": "Ashlar", "SchemaRule": "Ashlar", "SectionIterator": "Ashlar",
    "SectionedResultsIterator": "Ashlar",
    "SingleMapEntry": "Ashlar", "SortableType": "Ashlar", "StringOptions": "Ashlar", "ThreadSafe": "Ashlar", "ValueConvertible": "Ashlar",
  ]

  /// Methods and class members of the base class. Types cannot have these names; properties can, except for those that are also in
  /// `properties`.
  package static let methods: Set<String> = [
    "className", "copy", "create", "dictionaryWithValues", "dynamicList", "dynamicMap", "dynamicMutableSet", "freeze", "hash",
    "ignoredProperties", "indexedProperties", "isAsymmetric", "isEmbedded", "isEqual", "isSameObject", "observe", "primaryKey",
    "propertiesMapping", "setValue", "sharedSchema", "shouldIncludeInDefaultSchema", "thaw", "value",
    // Methods that emitted classes add
    "encode",
  ]

  /// Properties of the base class, and those that emitted classes add.
  package static let properties: Set<String> = [
    "realm", "objectSchema", "isInvalidated", "isFrozen", "customMirror", "description", "hash", "hashValue", "objectWillChange",
    "_rowAccess", "_ownerReference", "_own", "_entity", "_ashlarEntity", "_valueKey", "_writingCore", "ruleViolations",
  ]

  /// Instance properties of the base class whose names begin with an underscore. Swift stores a wrapped property under its name with a
  /// leading underscore, and the resulting name must not be one of these.
  package static let underscored: Set<String> = ["_ownerReference", "_rowAccess", "_writingCore"]

  /// Types of the language and of the library to which emitted code may refer in expressions, where a property of the same name would hide
  /// them.
  static let expressionTypes: Set<String> = Set(ValueType.allCases.map(\.swiftName)).union([
    "Array", "CodingKeys", "Linked", "List", "Map", "MutableSet", "PrimaryKey", "Set", "Value", "_Decoding", "_Encoding",
  ])

  /// The name of the property that contains the projected object in every projection.
  package static let rootObject = "rootObject"

  /// The names of members that every generated enum has. Cases cannot have these names.
  package static let cases: Set<String> = ["allCases", "AllCases", "RawValue", "_unknownCase"]

  /// The names in `cases` that are also rejected in enums declared in Swift.
  static let swiftCases: Set<String> = ["RawValue"]
}
