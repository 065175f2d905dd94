/// What other languages and libraries call the types of this one.
enum Synonym {
  /// The collection that was perhaps meant.
  static let collections = ["Array": "List", "Set": "MutableSet", "OrderedSet": "MutableSet", "Dictionary": "Map"]

  /// The type that was perhaps meant.
  static let types = [
    "Any": "AnyRealmValue", "Binary": "Data", "Blob": "Data", "Boolean": "Bool", "Bytes": "Data", "Character": "String",
    "DateTime": "Date", "Decimal": "Decimal128", "Guid": "UUID", "Integer": "Int", "Long": "Int64", "Mixed": "AnyRealmValue",
    "NSData": "Data", "NSDate": "Date", "NSString": "String", "Number": "Double", "ObjectID": "ObjectId", "Short": "Int16",
    "Text": "String", "Timestamp": "Date", "Uuid": "UUID", "integer": "Int", "number": "Double", "text": "String", "timestamp": "Date",
  ]
}
