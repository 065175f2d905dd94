import AshlarSchema

/// The values of one column, encoded as an array in PostgreSQL's binary format.
struct ValueArray {
  private(set) var bytes: [UInt8]
  private(set) var count = 0

  init(_ type: PostgreSQLType) {
    bytes = []
    bytes.append(bigEndian: Int32(1))
    bytes.append(bigEndian: Int32(0))
    bytes.append(bigEndian: type.identifier)
    bytes.append(bigEndian: Int32(0))
    bytes.append(bigEndian: Int32(1))
  }

  mutating func appendNull() {
    count += 1
    bytes[7] = 1
    bytes.append(bigEndian: Int32(-1))
  }

  /// Appends an element whose bytes `body` writes.
  mutating func append(_ body: (inout [UInt8]) -> Void) {
    count += 1
    let place = bytes.count
    bytes.append(bigEndian: Int32(0))
    body(&bytes)
    bytes.set(bigEndian: Int32(bytes.count - place - 4), at: place)
  }

  /// The finished array, with its element count stored in the header.
  var parameter: [UInt8] {
    var bytes = bytes
    bytes.set(bigEndian: Int32(count), at: 12)
    return bytes
  }
}

extension [UInt8] {
  mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func set(bigEndian number: Int32, at place: Int) {
    withUnsafeMutableBytes { $0.storeBytes(of: number.bigEndian, toByteOffset: place, as: Int32.self) }
  }
}

extension PostgreSQLType {
  /// The names of the types in the server's catalog that a column of this type may have.
  var catalogNames: [String] {
    switch self {
    case .timestamptz: ["timestamp with time zone"]
    case .text: ["text", "character varying"]
    default: [rawValue]
    }
  }

  /// The OID of the type, from PostgreSQL's `src/include/catalog/pg_type.dat`.
  var identifier: UInt32 {
    switch self {
    case .boolean: 16
    case .bytea: 17
    case .bigint: 20
    case .smallint: 21
    case .integer: 23
    case .text: 25
    case .real: 700
    case .double: 701
    case .timestamptz: 1184
    case .numeric: 1700
    case .uuid: 2950
    case .jsonb: 3802
    }
  }

  /// The OID of the array type.
  var arrayIdentifier: UInt32 {
    switch self {
    case .boolean: 1000
    case .bytea: 1001
    case .bigint: 1016
    case .smallint: 1005
    case .integer: 1007
    case .text: 1009
    case .real: 1021
    case .double: 1022
    case .timestamptz: 1185
    case .numeric: 1231
    case .uuid: 2951
    case .jsonb: 3807
    }
  }
}
