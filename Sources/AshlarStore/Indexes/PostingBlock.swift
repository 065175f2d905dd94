/// Keys and values of the posting space. A key is table id UInt32, column id UInt16, the indexed value, and the bound of
/// the block UInt64, all big-endian; the value is the rising object keys, 8 bytes each, of the rows that have that value.
///
/// A block's bound is at least its last key; the last block's is the largest number there is. So the block for a key is
/// the first whose bound is not below it.
enum PostingBlock {
  static let limit = 240
  static let openBound = UInt64.max

  static func key(_ prefix: [UInt8], bound: UInt64) -> [UInt8] {
    prefix + withUnsafeBytes(of: bound.bigEndian) { Array($0) }
  }

  static func bound(_ key: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(bigEndian: key.loadUnaligned(fromByteOffset: key.count - 8, as: UInt64.self))
  }

  static func keys(_ value: UnsafeRawBufferPointer) -> [Int64] {
    (0..<value.count / 8).map { value.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self) }
  }
}
