internal import AshlarSchema

extension ValueType {
  /// The scalar types under the names that schemas and Swift share.
  static let scalars: [(name: String, type: ValueType)] = allCases.filter { $0 != .object && $0 != .any }.map { ($0.swiftName, $0) }

  private static let byName = Dictionary(uniqueKeysWithValues: scalars.map { ($0.name, $0.type) })

  /// The scalar type with this name.
  init?(scalarName name: String) {
    guard let type = Self.byName[name] else { return nil }
    self = type
  }

  /// The Swift type.
  var swiftName: String {
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

  /// Whether values of this type can be primary keys.
  var isKey: Bool {
    switch self {
    case .int, .int8, .int16, .int32, .int64, .string, .uuid, .objectId: true
    default: false
    }
  }

  /// Whether an index over values of this type is possible.
  var isIndexable: Bool { isKey || self == .bool || self == .date || self == .any }
}
