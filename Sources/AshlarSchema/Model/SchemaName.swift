extension ValueType {
  /// The type's name in the schema language; links are named by their target.
  package var schemaName: String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .int8: "Int8"
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64: "Int64"
    case .float: "Float"
    case .double: "Double"
    case .string: "String"
    case .data: "Data"
    case .date: "Date"
    case .decimal128: "Decimal128"
    case .objectId: "ObjectId"
    case .uuid: "UUID"
    case .object: "Object"
    case .any: "AnyRealmValue"
    }
  }
}

extension PropertyModel {
  /// The type in the syntax of the schema language, such as `String?` or `List<Dog>`.
  package var schemaType: String {
    let name = foreignType ?? enumName ?? customName ?? target ?? type.schemaName
    let element = name + (isImplicitlyUnwrapped ? "!" : isOptional ? "?" : "")
    switch collection {
    case .none: return element
    case .list: return "List<\(element)>"
    case .set: return "MutableSet<\(element)>"
    case .map: return "Map<\(element)>"
    case .linkingObjects: return "LinkingObjects<\(element)>"
    }
  }
}
