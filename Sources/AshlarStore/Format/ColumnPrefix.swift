/// The first bytes of a key of a posting or a backlink: the table and its column, big-endian.
enum ColumnPrefix {
  static let size = 6

  static func write(table: UInt32, column: UInt16, to key: UnsafeMutableRawBufferPointer) {
    key.storeBytes(of: table.bigEndian, as: UInt32.self)
    key.storeBytes(of: column.bigEndian, toByteOffset: 4, as: UInt16.self)
  }

  static func bytes(table: UInt32, column: UInt16) -> [UInt8] {
    withUnsafeBytes(of: table.bigEndian) { Array($0) } + withUnsafeBytes(of: column.bigEndian) { Array($0) }
  }
}
