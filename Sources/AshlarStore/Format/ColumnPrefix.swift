/// The first bytes of a posting's or backlink's key: the table number and the column number, big-endian.
enum ColumnPrefix {
  static let size = 6

  static func write(table: UInt32, column: UInt16, to key: inout BlockWriter) {
    key.append(table.bigEndian)
    key.append(column.bigEndian)
  }

  static func bytes(table: UInt32, column: UInt16) -> [UInt8] {
    withUnsafeBytes(of: table.bigEndian) { Array($0) } + withUnsafeBytes(of: column.bigEndian) { Array($0) }
  }
}
