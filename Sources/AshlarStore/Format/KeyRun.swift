/// Consecutive integer keys of rows with consecutive object keys, as one entry of the key index. The entry is stored under the first hash,
/// in 12 bytes: the first row as in `KeyEntries`, and the number of rows as UInt32.
///
/// Invariants of the index: no other entry is within a stored run. A stored run has at least two rows. Runs do not contain hashes of text
/// and id keys, which have `KeyProbe.bytesBit` set.
struct KeyRun: Equatable {
  static let size = 12
  static let limit = UInt64(UInt32.max)

  /// The hash of the first key.
  let start: UInt64
  /// The first row and its table.
  let entry: UInt64
  /// The number of rows.
  private(set) var count: UInt64

  init(start: UInt64, entry: UInt64, count: UInt64 = 1) {
    self.start = start
    self.entry = entry
    self.count = count
  }

  /// Decodes the run that is stored under `start`. Returns nil if the value is not a run.
  init?(_ start: UInt64, _ value: UnsafeRawBufferPointer) {
    guard value.count == KeyRun.size else { return nil }
    self.start = start
    entry = value.loadUnaligned(as: UInt64.self)
    count = UInt64(value.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
  }

  /// The hash after the last one.
  var end: UInt64 { start &+ count }

  var table: UInt32 { UInt32(truncatingIfNeeded: entry >> 40) }

  /// Returns the row of a hash; nil if the run does not contain the hash.
  subscript(_ hash: UInt64) -> Int64? {
    let offset = hash &- start
    return offset < count ? Int64((entry & 0xFF_FFFF_FFFF) + offset) : nil
  }

  /// Returns the part with the hashes from `from` up to but not including `to`. The part must be within the run.
  func part(_ from: UInt64, _ to: UInt64) -> KeyRun { KeyRun(start: from, entry: entry + (from - start), count: to - from) }

  /// Returns whether the hashes and the rows of `next` directly follow those of this run, and one entry can contain both runs.
  func isFollowed(by next: KeyRun) -> Bool { end == next.start && entry + count == next.entry && count + next.count <= KeyRun.limit }

  mutating func append(_ next: KeyRun) { count += next.count }

  /// Calls `body` with the encoded value; a single row is encoded as in `KeyEntries`.
  func withValue<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withUnsafeTemporaryAllocation(byteCount: KeyRun.size, alignment: 8) { buffer in
      var value = BlockWriter(buffer, "an entry of a primary key")
      value.append(entry)
      if count > 1 { value.append(UInt32(count)) }
      return try body(value.written)
    }
  }
}
