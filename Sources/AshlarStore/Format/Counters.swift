import CAshlar

/// The state that changes with every commit: the entry sums, the number of patches, the number of the next out-of-line value, the next
/// object key and the row count of each table, and the change log. It is one value under "counters" in the main tree, because every commit
/// writes a page of that tree anyway. The value consists of the sums, the number of patches and the number of the next out-of-line value,
/// as UInt64 each; the number of tables and the number of further sums, as UInt32 each; a record of 24 bytes for each table, in ascending
/// order of table numbers (table number UInt32, zero UInt32, next key Int64, row count Int64); a record of 16 bytes for each further sum,
/// in ascending order of tree numbers (tree number UInt32, zero UInt32, sum UInt64); the change log; and the CRC32C of all preceding bytes
/// as UInt64. All integers are little-endian. A file without features has no further sums.
package struct Counters: Equatable {
  struct Entry: Equatable {
    var table: UInt32
    var nextKey: Int64
    var liveCount: Int64
  }

  package static let storedName: StaticString = "counters"
  package static var name: String { storedName.description }
  /// The exclusive upper bound of object keys: index entries store them in 40 bits.
  static let keyLimit: Int64 = 1 << 40
  private static let recordSize = 24
  private static let furtherSize = 16
  private static let sumsSize = EntrySums.count * 8 + 24

  var sums = EntrySums()
  /// The number of clusters that have patches.
  var patches = 0
  /// The number of the next out-of-line value.
  var nextValue: UInt64 = 1
  var changes = ChangeLog()
  // The entries, in ascending order of table numbers.
  private(set) var entries: [Entry] = []
  /// The trees of features that have sums in `sums`: bit n represents the tree with number n.
  var furtherTrees: UInt32 = 0
  /// The sums of trees that belong to features and whose numbers have no place in `sums`, in ascending order of tree numbers.
  var foreignSums: [FurtherSum] = []

  package init() {}

  /// Returns the entry of a table; nil if the table has never been written.
  func entry(_ table: UInt32) -> Entry? {
    let place = place(of: table)
    return place < entries.count && entries[place].table == table ? entries[place] : nil
  }

  // Returns the index of the first entry whose table is at least `table`; the number of entries if there is none. O(log tables).
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

  var encodedSize: Int {
    let further = hasFurtherSums ? furtherCount * Counters.furtherSize : 0
    return Counters.sumsSize + entries.count * Counters.recordSize + further + changes.words.count * 8 + 8
  }

  var encoded: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: encodedSize) { buffer, count in
      encode(to: UnsafeMutableRawBufferPointer(buffer))
      count = encodedSize
    }
  }

  /// - Parameter buffer: Memory for `encodedSize` bytes.
  func encode(to buffer: UnsafeMutableRawBufferPointer) {
    var bytes = BlockWriter(buffer, "the counters")
    for space in 0..<EntrySums.count { bytes.append(sums[space]) }
    bytes.append(UInt64(patches))
    bytes.append(nextValue)
    bytes.append(UInt64(entries.count) | UInt64(furtherCount) << 32)
    for entry in entries {
      bytes.append(UInt64(entry.table))
      bytes.append(entry.nextKey)
      bytes.append(entry.liveCount)
    }
    if hasFurtherSums {
      for further in furtherSums {
        bytes.append(UInt64(further.tree))
        bytes.append(further.sum)
      }
    }
    for word in changes.words { bytes.append(word) }
    bytes.append(UInt64(ashlar_crc32c(0, bytes.written.baseAddress, bytes.size)))
  }

  /// Returns nil if the bytes are invalid.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> Counters? {
    let end = bytes.count - 8
    guard end >= sumsSize, bytes.count % 8 == 0 else { return nil }
    guard bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self) == UInt64(ashlar_crc32c(0, bytes.baseAddress, end)) else { return nil }
    let tables = Int(bytes.loadUnaligned(fromByteOffset: EntrySums.count * 8 + 16, as: UInt32.self))
    let further = Int(bytes.loadUnaligned(fromByteOffset: EntrySums.count * 8 + 20, as: UInt32.self))
    let entriesEnd = sumsSize + tables * recordSize
    let furtherEnd = entriesEnd + further * furtherSize
    guard furtherEnd <= end else { return nil }
    let words = stride(from: furtherEnd, to: end, by: 8).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self) }
    guard let changes = ChangeLog(words) else { return nil }
    var result = Counters()
    result.changes = changes
    if further > 0, !result.readFurtherSums(UnsafeRawBufferPointer(rebasing: bytes[entriesEnd..<furtherEnd])) { return nil }
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
