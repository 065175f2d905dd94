internal import AshlarSchema

extension ValueType {
  /// The scalar types under the names that schemas and Swift share.
  static let scalars: [(name: String, type: ValueType)] = [
    ("Bool", .bool), ("Int", .int), ("Int8", .int8), ("Int16", .int16), ("Int32", .int32), ("Int64", .int64), ("Float", .float),
    ("Double", .double), ("String", .string), ("Data", .data), ("Date", .date), ("Decimal128", .decimal128), ("ObjectId", .objectId),
    ("UUID", .uuid),
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: scalars.map { ($0.name, $0.type) })

  /// The scalar type with this name.
  init?(scalarName name: String) {
    guard let type = Self.byName[name] else { return nil }
    self = type
  }

  /// The Swift type.
  var swiftName: String {
    Self.scalars.first { $0.type == self }?.name ?? (self == .any ? "AnyRealmValue" : "Object")
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
