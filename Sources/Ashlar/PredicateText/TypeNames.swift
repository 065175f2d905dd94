import AshlarStore

extension AnyTag {
  /// The name of the type as `@type` spells it.
  var predicateName: String {
    switch self {
    case .none: "null"
    case .bool: "bool"
    case .int: "int"
    case .float: "float"
    case .double: "double"
    case .string: "string"
    case .data: "data"
    case .date: "date"
    case .objectId: "objectid"
    case .decimal128: "decimal128"
    case .uuid: "uuid"
    case .link: "object"
    case .list: "list"
    case .dictionary: "dictionary"
    }
  }

  /// Returns the tags for a name of `@type`; nil if the name is unknown.
  static func named(_ name: String) -> [AnyTag]? {
    switch name.lowercased() {
    case "null": [.none]
    case "int", "integer", "int16", "int32", "int64", "short", "long", "byte", "char": [.int]
    case "bool", "boolean": [.bool]
    case "string": [.string]
    case "binary", "data", "bytearray", "byte[]", "bindata": [.data]
    case "date", "datetimeoffset", "timestamp": [.date]
    case "float": [.float]
    case "double": [.double]
    case "decimal", "decimal128": [.decimal128]
    case "objectlink", "link", "object": [.link]
    case "objectid": [.objectId]
    case "uuid", "guid": [.uuid]
    case "array", "list": [.list]
    case "dictionary": [.dictionary]
    case "collection": [.list, .dictionary]
    case "numeric": [.int, .float, .double, .decimal128]
    default: nil
    }
  }
}
