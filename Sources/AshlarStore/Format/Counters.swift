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
  func entry(_ table: UInt32) -> Entry? { entries.first { $0.table == table } }

  mutating func set(_ entry: Entry) {
    let place = entries.firstIndex { $0.table >= entry.table } ?? entries.count
    if place < entries.count, entries[place].table == entry.table { entries[place] = entry } else { entries.insert(entry, at: place) }
  }

  var encodedSize: Int { Counters.sumsSize + entries.count * Counters.recordSize + changes.words.count * 8 + 8 }

  var encoded: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: encodedSize) { buffer, count in
      encode(to: UnsafeMutableRawBufferPointer(buffer))
      count = encodedSize
    }
  }

  func encode(to bytes: UnsafeMutableRawBufferPointer) {
    for space in 0..<EntrySums.count { bytes.storeBytes(of: sums[space], toByteOffset: space * 8, as: UInt64.self) }
    bytes.storeBytes(of: UInt64(patches), toByteOffset: EntrySums.count * 8, as: UInt64.self)
    bytes.storeBytes(of: nextValue, toByteOffset: EntrySums.count * 8 + 8, as: UInt64.self)
    bytes.storeBytes(of: UInt64(entries.count), toByteOffset: EntrySums.count * 8 + 16, as: UInt64.self)
    var place = Counters.sumsSize
    for entry in entries {
      bytes.storeBytes(of: UInt64(entry.table), toByteOffset: place, as: UInt64.self)
      bytes.storeBytes(of: entry.nextKey, toByteOffset: place + 8, as: Int64.self)
      bytes.storeBytes(of: entry.liveCount, toByteOffset: place + 16, as: Int64.self)
      place += Counters.recordSize
    }
    for word in changes.words {
      bytes.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
      place += 8
    }
    bytes.storeBytes(of: UInt64(ashlar_crc32c(0, bytes.baseAddress, place)), toByteOffset: place, as: UInt64.self)
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
