/// Names that other languages and libraries use for the types and keys of the schema language.
enum Synonym {
  /// Returns the key that was probably intended; nil if it cannot be guessed.
  static func key(_ name: String, in place: KeyPlace) -> String? {
    switch (name, place) {
    case ("index", .property): "indexed"
    case ("primary", .property): "primaryKey"
    case ("inverse", .property): "origin"
    case ("enum", .enumeration): "cases"
    case ("description", _): place.keys.contains("doc") ? "doc" : nil
    default: nil
    }
  }

  /// Collections of the schema language, by the names that other languages use.
  static let collections = ["Array": "List", "Set": "MutableSet", "OrderedSet": "MutableSet", "Dictionary": "Map"]

  /// Delete rules, by the names that other languages and libraries use.
  static let deleteRules = [
    "restrict": "deny", "Restrict": "deny", "noAction": "deny", "NoAction": "deny", "no action": "deny", "protect": "deny",
    "setNull": "nullify", "SetNull": "nullify", "set null": "nullify", "none": "nullify", "Cascade": "cascade", "delete": "cascade",
  ]

  /// Swift types that are not part of the schema language, and the types to store them as.
  static let custom = [
    "CGFloat": "Double", "CGPoint": "<an embedded type>", "CGRect": "<an embedded type>", "CGSize": "<an embedded type>",
    "CGVector": "<an embedded type>", "Duration": "Double", "Locale": "String", "TimeZone": "String", "URL": "String",
  ]

  /// Types of the schema language, by the names that other languages and libraries use.
  static let types = [
    "Any": "AnyRealmValue", "Binary": "Data", "Blob": "Data", "Boolean": "Bool", "Bytes": "Data", "Character": "String",
    "DateTime": "Date", "Decimal": "Decimal128", "Guid": "UUID", "Integer": "Int", "Long": "Int64", "Mixed": "AnyRealmValue",
    "NSData": "Data", "NSDate": "Date", "NSString": "String", "Number": "Double", "ObjectID": "ObjectId", "Short": "Int16",
    "Text": "String", "TimeInterval": "Double", "Timestamp": "Date", "Uuid": "UUID", "integer": "Int", "number": "Double", "text": "String",
    "timestamp": "Date",
  ]
}
