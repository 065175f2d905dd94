/// What changes with every commit: for each table the next object key and the number of rows. One value under
/// "counters": records of 24 bytes, table id UInt32, zero UInt32, next key Int64, rows Int64, little-endian.
enum Counters {
  struct Entry: Equatable {
    var nextKey: Int64
    var liveCount: Int64
  }

  static let name = "counters"

  static func read(_ snapshot: any StorageSnapshot) throws(StoreError) -> [UInt32: Entry] {
    guard let bytes = try snapshot.named(.meta, name) else { return [:] }
    var result: [UInt32: Entry] = [:]
    for start in stride(from: 0, to: bytes.count / 24 * 24, by: 24) {
      result[bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)] = Entry(
        nextKey: bytes.loadUnaligned(fromByteOffset: start + 8, as: Int64.self),
        liveCount: bytes.loadUnaligned(fromByteOffset: start + 16, as: Int64.self))
    }
    return result
  }

  static func write(_ entries: [UInt32: Entry], to writer: any StorageWriter) throws(StoreError) {
    var bytes: [UInt8] = []
    for (id, entry) in entries.sorted(by: { $0.key < $1.key }) {
      bytes += withUnsafeBytes(of: UInt64(id)) { Array($0) }
      bytes += withUnsafeBytes(of: entry.nextKey) { Array($0) }
      bytes += withUnsafeBytes(of: entry.liveCount) { Array($0) }
    }
    try writer.putNamed(.meta, name, bytes)
  }
}
