/// What changes with every commit: for each table the next object key and the number of rows. One value under
/// "counters": records of 24 bytes, table id UInt32, zero UInt32, next key Int64, rows Int64, little-endian, rising by
/// table; then a checksum UInt64 of these bytes (`KeyProbe.mix`).
enum Counters {
  struct Entry: Equatable {
    var nextKey: Int64
    var liveCount: Int64
  }

  static let name = "counters"
  /// Object keys are below it: index entries keep 40 bits of them.
  static let keyLimit: Int64 = 1 << 40
  private static let recordSize = 24

  /// Nil when the bytes cannot be right.
  static func read(_ snapshot: any StorageSnapshot) throws(StoreError) -> [UInt32: Entry]? {
    guard let bytes = try snapshot.named(.meta, name) else { return [:] }
    return decode(bytes)
  }

  static func write(_ entries: [UInt32: Entry], to writer: any StorageWriter) throws(StoreError) {
    try writer.putNamed(.meta, name, encode(entries))
  }

  static func encode(_ entries: [UInt32: Entry]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (id, entry) in entries.sorted(by: { $0.key < $1.key }) {
      bytes += withUnsafeBytes(of: UInt64(id)) { Array($0) }
      bytes += withUnsafeBytes(of: entry.nextKey) { Array($0) }
      bytes += withUnsafeBytes(of: entry.liveCount) { Array($0) }
    }
    let checksum = bytes.withUnsafeBytes(KeyProbe.mix)
    return bytes + withUnsafeBytes(of: checksum) { Array($0) }
  }

  static func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt32: Entry]? {
    let count = bytes.count / recordSize
    guard bytes.count == count * recordSize + 8 else { return nil }
    let records = UnsafeRawBufferPointer(rebasing: bytes.prefix(count * recordSize))
    guard bytes.loadUnaligned(fromByteOffset: records.count, as: UInt64.self) == KeyProbe.mix(records) else { return nil }
    var result: [UInt32: Entry] = [:]
    for start in stride(from: 0, to: records.count, by: recordSize) {
      let entry = Entry(
        nextKey: records.loadUnaligned(fromByteOffset: start + 8, as: Int64.self),
        liveCount: records.loadUnaligned(fromByteOffset: start + 16, as: Int64.self))
      guard entry.liveCount >= 0, entry.liveCount <= entry.nextKey, entry.nextKey <= keyLimit else { return nil }
      result[records.loadUnaligned(fromByteOffset: start, as: UInt32.self)] = entry
    }
    return result
  }
}
