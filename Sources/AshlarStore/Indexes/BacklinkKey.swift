/// Keys of the backlink space, in `memcmp` order: table id UInt32, column id UInt16, target UInt64, source UInt64, all
/// big-endian. The value is the number of links as UInt32, little-endian.
enum BacklinkKey {
  static let size = 22

  static let columnPrefixSize = 6

  static func writeColumnPrefix(table: UInt32, column: UInt16, to key: UnsafeMutableRawBufferPointer) {
    key.storeBytes(of: table.bigEndian, as: UInt32.self)
    key.storeBytes(of: column.bigEndian, toByteOffset: 4, as: UInt16.self)
  }

  static func columnPrefix(table: UInt32, column: UInt16) -> [UInt8] {
    withUnsafeBytes(of: table.bigEndian) { Array($0) } + withUnsafeBytes(of: column.bigEndian) { Array($0) }
  }

  static func targetPrefix(_ column: LinkColumn, target: Int64) -> [UInt8] {
    column.prefix + withUnsafeBytes(of: UInt64(bitPattern: target).bigEndian) { Array($0) }
  }

  static func source(_ key: UnsafeRawBufferPointer) -> Int64 {
    Int64(bitPattern: UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 14, as: UInt64.self)))
  }

  static func write(_ column: LinkColumn, target: Int64, source: Int64, to key: UnsafeMutableRawBufferPointer) {
    key.copyBytes(from: column.prefix)
    key.storeBytes(of: UInt64(bitPattern: target).bigEndian, toByteOffset: 6, as: UInt64.self)
    key.storeBytes(of: UInt64(bitPattern: source).bigEndian, toByteOffset: 14, as: UInt64.self)
  }
}
