/// The format of an entry that lists the rows whose primary keys have the same hash: 8 bytes for each row, table number << 40 | object key.
enum KeyEntries {
  static func entry(_ table: UInt32, _ key: Int64) -> UInt64 { UInt64(table) << 40 | UInt64(key) }

  static func keys(_ value: UnsafeRawBufferPointer, table: UInt32) -> [Int64] {
    var result: [Int64] = []
    for start in stride(from: 0, to: value.count / 8 * 8, by: 8) {
      let entry = value.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      if entry >> 40 == UInt64(table) { result.append(Int64(entry & 0xFF_FFFF_FFFF)) }
    }
    return result
  }

  static func all(_ value: UnsafeRawBufferPointer) -> [UInt64] {
    stride(from: 0, to: value.count / 8 * 8, by: 8).map { value.loadUnaligned(fromByteOffset: $0, as: UInt64.self) }
  }
}
