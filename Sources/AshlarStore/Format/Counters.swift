import CAshlar

/// What changes with every commit: the sums of all entries, the number of patches, the number of the next out-of-line value, and for
/// each table the next object key and the number of rows. One value under "counters" in the main tree, whose page every commit
/// writes anyway: the sums, those two numbers and the number of tables, UInt64 each; records of 24 bytes, table id UInt32,
/// zero UInt32, next key Int64, rows Int64, ascending by table; the change log; then the CRC32C of these bytes as UInt64. All
/// little-endian.
struct Counters: Equatable {
  struct Entry: Equatable {
    var table: UInt32
    var nextKey: Int64
    var liveCount: Int64
  }

  static let storedName: StaticString = "counters"
  static var name: String { storedName.description }
  /// Object keys are below it: index entries keep 40 bits of them.
  static let keyLimit: Int64 = 1 << 40
  private static let recordSize = 24
  private static let sumsSize = EntrySums.count * 8 + 24

  var sums = EntrySums()
  /// How many clusters have patches.
  var patches = 0
  /// The number of the next out-of-line value.
  var nextValue: UInt64 = 1
  var changes = ChangeLog()
  // Ascending by table.
  private(set) var entries: [Entry] = []

  /// A table that was never written to has none.
  func entry(_ table: UInt32) -> Entry? {
    let place = place(of: table)
    return place < entries.count && entries[place].table == table ? entries[place] : nil
  }

  // The first entry of the table or of one after it. O(log tables).
  private func place(of table: UInt32) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].table < table { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func set(_ entry: Entry) {
    let place = place(of: entry.table)
    if place < entries.count, entries[place].table == entry.table { entries[place] = entry } else { entries.insert(entry, at: place) }
  }

  var encodedSize: Int { Counters.sumsSize + entries.count * Counters.recordSize + changes.words.count * 8 + 8 }

  var encoded: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: encodedSize) { buffer, count in
      encode(to: UnsafeMutableRawBufferPointer(buffer))
      count = encodedSize
    }
  }

  /// - Parameter buffer: room for `encodedSize` bytes.
  func encode(to buffer: UnsafeMutableRawBufferPointer) {
    var bytes = BlockWriter(buffer, "the counters")
    for space in 0..<EntrySums.count { bytes.append(sums[space]) }
    bytes.append(UInt64(patches))
    bytes.append(nextValue)
    bytes.append(UInt64(entries.count))
    for entry in entries {
      bytes.append(UInt64(entry.table))
      bytes.append(entry.nextKey)
      bytes.append(entry.liveCount)
    }
    for word in changes.words { bytes.append(word) }
    bytes.append(UInt64(ashlar_crc32c(0, bytes.written.baseAddress, bytes.size)))
  }

  /// Nil when the bytes cannot be right.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> Counters? {
    let end = bytes.count - 8
    guard end >= sumsSize, bytes.count % 8 == 0 else { return nil }
    guard bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self) == UInt64(ashlar_crc32c(0, bytes.baseAddress, end)) else { return nil }
    let entriesSize = bytes.loadUnaligned(fromByteOffset: EntrySums.count * 8 + 16, as: UInt64.self).multipliedReportingOverflow(by: 24)
    guard !entriesSize.overflow, entriesSize.partialValue <= UInt64(end - sumsSize) else { return nil }
    let entriesEnd = sumsSize + Int(entriesSize.partialValue)
    let words = stride(from: entriesEnd, to: end, by: 8).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self) }
    guard let changes = ChangeLog(words) else { return nil }
    var result = Counters()
    result.changes = changes
    for space in 0..<EntrySums.count { result.sums[space] = bytes.loadUnaligned(fromByteOffset: space * 8, as: UInt64.self) }
    result.patches = Int(clamping: bytes.loadUnaligned(fromByteOffset: EntrySums.count * 8, as: UInt64.self))
    result.nextValue = bytes.loadUnaligned(fromByteOffset: EntrySums.count * 8 + 8, as: UInt64.self)
    guard result.nextValue > 0, result.nextValue <= Slot.valueLimit else { return nil }
    for start in stride(from: sumsSize, to: entriesEnd, by: recordSize) {
      let entry = Entry(
        table: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self),
        nextKey: bytes.loadUnaligned(fromByteOffset: start + 8, as: Int64.self),
        liveCount: bytes.loadUnaligned(fromByteOffset: start + 16, as: Int64.self))
      guard entry.liveCount >= 0, entry.liveCount <= entry.nextKey, entry.nextKey <= keyLimit,
        entry.table > result.entries.last?.table ?? 0
      else { return nil }
      result.entries.append(entry)
    }
    return result
  }
}
