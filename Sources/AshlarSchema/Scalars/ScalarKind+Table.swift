extension ScalarKind {
  /// The descriptions of all types, in the order of their raw values.
  package static let all: [ScalarKind] = ValueType.allCases.map(row)

  // The switch does not compile until a new type has a row.
  private static func row(_ type: ValueType) -> ScalarKind {
    let slot = ColumnLayout.slotWidth
    let rawKey: Uses = [.ordered, .key, .raw]
    let freshKey: Uses = [.ordered, .key, .unwrapped, .fresh]
    return switch type {
    case .bool:
      ScalarKind(
        type: type, name: "Bool", messageName: "bool", predicateName: "bool", tag: 1, cell: .scalar, width: 1, alignment: 1,
        number: nil, uses: [.ordered, .indexed], postgreSQL: .boolean)
    case .int:
      ScalarKind(
        type: type, name: "Int", messageName: "int", predicateName: "int", tag: 2, cell: .scalar, width: 8, alignment: 8,
        number: .integer, uses: rawKey, postgreSQL: .bigint)
    case .int8:
      ScalarKind(
        type: type, name: "Int8", messageName: "int8", predicateName: "int", tag: 2, cell: .scalar, width: 1, alignment: 1,
        number: .integer, uses: rawKey, postgreSQL: .smallint)
    case .int16:
      ScalarKind(
        type: type, name: "Int16", messageName: "int16", predicateName: "int", tag: 2, cell: .scalar, width: 2, alignment: 2,
        number: .integer, uses: rawKey, postgreSQL: .smallint)
    case .int32:
      ScalarKind(
        type: type, name: "Int32", messageName: "int32", predicateName: "int", tag: 2, cell: .scalar, width: 4, alignment: 4,
        number: .integer, uses: rawKey, postgreSQL: .integer)
    case .int64:
      ScalarKind(
        type: type, name: "Int64", messageName: "int", predicateName: "int", tag: 2, cell: .scalar, width: 8, alignment: 8,
        number: .integer, uses: rawKey, postgreSQL: .bigint)
    case .float:
      ScalarKind(
        type: type, name: "Float", messageName: "float", predicateName: "float", tag: 3, cell: .scalar, width: 4, alignment: 4,
        number: .floatingPoint, uses: [.ordered, .raw], postgreSQL: .real)
    case .double:
      ScalarKind(
        type: type, name: "Double", messageName: "double", predicateName: "double", tag: 4, cell: .scalar, width: 8, alignment: 8,
        number: .floatingPoint, uses: [.ordered, .raw], postgreSQL: .double)
    case .string:
      ScalarKind(
        type: type, name: "String", messageName: "string", predicateName: "string", tag: 5, cell: .string, width: slot, alignment: 4,
        number: nil, uses: [rawKey, .unwrapped], postgreSQL: .text)
    case .data:
      ScalarKind(
        type: type, name: "Data", messageName: "data", predicateName: "data", tag: 6, cell: .data, width: slot, alignment: 4,
        number: nil, uses: .unwrapped, postgreSQL: .bytea)
    case .date:
      ScalarKind(
        type: type, name: "Date", messageName: "date", predicateName: "date", tag: 7, cell: .date, width: 12, alignment: 4,
        number: nil, uses: [.ordered, .indexed, .unwrapped, .fresh], postgreSQL: .timestamptz)
    case .decimal128:
      ScalarKind(
        type: type, name: "Decimal128", messageName: "decimal128", predicateName: "decimal128", tag: 9, cell: .scalar, width: 16,
        alignment: 8,
        number: .decimal, uses: [.ordered, .unwrapped], postgreSQL: .numeric)
    case .objectId:
      ScalarKind(
        type: type, name: "ObjectId", messageName: "object id", predicateName: "objectid", tag: 8, cell: .scalar, width: 12, alignment: 4,
        number: nil, uses: freshKey, postgreSQL: .text)
    case .uuid:
      ScalarKind(
        type: type, name: "UUID", messageName: "uuid", predicateName: "uuid", tag: 10, cell: .scalar, width: 16, alignment: 8,
        number: nil, uses: freshKey, postgreSQL: .uuid)
    case .object:
      ScalarKind(
        type: type, name: "Object", messageName: "object", predicateName: "object", tag: 11, cell: .link, width: 8, alignment: 8,
        number: nil, uses: .unwrapped, postgreSQL: nil)
    case .any:
      ScalarKind(
        type: type, name: "AnyRealmValue", messageName: "mixed", predicateName: nil, tag: nil, cell: .any, width: slot, alignment: 4,
        number: nil, uses: [.ordered, .indexed], postgreSQL: .jsonb)
    }
  }
}

extension ValueType {
  /// The description of the type.
  package var kind: ScalarKind { ScalarKind.all[Int(rawValue) - 1] }

  /// The form of the values. A switch is faster than reading the type's row of the table.
  package var form: ScalarForm {
    switch self {
    case .bool: .bool
    case .int, .int8, .int16, .int32, .int64: .integer
    case .float: .float
    case .double: .double
    case .string: .string
    case .data: .data
    case .date: .date
    case .decimal128: .decimal
    case .objectId: .objectId
    case .uuid: .uuid
    case .object: .object
    case .any: .any
    }
  }

  /// The type that represents this type in files and fingerprints: `int` for `int64`.
  package var stored: ValueType { self == .int64 ? .int : self }
}
