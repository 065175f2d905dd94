import AshlarSchema

/// The value of a cell of fixed width, in the form that the type of the server's column requires.
enum FixedValue {
  case boolean(Bool)
  case smallint(Int16)
  case integer(Int32)
  case bigint(Int64)
  case real(Float)
  case double(Double)
  case timestamp(seconds: Int64, nanoseconds: Int32)
  /// IEEE 754 decimal128 in BID encoding.
  case numeric(low: UInt64, high: UInt64)
  case uuid(UnsafeRawBufferPointer)
  /// Bytes that the server stores as text of hexadecimal digits.
  case hexadecimal(UnsafeRawBufferPointer)
  /// Bytes that are sent unchanged.
  case bytes(UnsafeRawBufferPointer)

  /// Reads a cell. The buffer has the width of the type's cells.
  init(_ cell: UnsafeRawBufferPointer, _ type: ValueType) {
    self =
      switch type {
      case .bool: .boolean(cell[0] != 0)
      case .int8: .smallint(Int16(Int8(bitPattern: cell[0])))
      case .int16: .smallint(cell.loadUnaligned(as: Int16.self))
      case .int32: .integer(cell.loadUnaligned(as: Int32.self))
      case .int, .int64: .bigint(cell.loadUnaligned(as: Int64.self))
      case .float: .real(cell.loadUnaligned(as: Float.self))
      case .double: .double(cell.loadUnaligned(as: Double.self))
      case .date:
        .timestamp(seconds: cell.loadUnaligned(as: Int64.self), nanoseconds: cell.loadUnaligned(fromByteOffset: 8, as: Int32.self))
      case .decimal128:
        .numeric(low: cell.loadUnaligned(as: UInt64.self), high: cell.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      case .uuid: .uuid(cell)
      case .objectId: .hexadecimal(cell)
      case .string, .data, .object, .any: .bytes(cell)
      }
  }
}
