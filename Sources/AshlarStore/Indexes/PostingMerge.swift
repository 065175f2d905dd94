/// Merges the rows that one value gained and lost into its blocks. Serves one value after the other, so that its memory does too.
struct PostingMerge {
  // The file's, for errors.
  private let path: String
  /// Rising.
  private(set) var added: [Int64] = []
  /// Rising.
  private(set) var removed: [Int64] = []
  // Of the block at hand.
  private var stored: [Int64] = []
  private var merged: [Int64] = []

  init(path: String) { self.path = path }

  /// The rows to merge next.
  mutating func take(_ rows: LinkChanges.Sorted, _ range: Range<Int>) {
    added.removeAll(keepingCapacity: true)
    removed.removeAll(keepingCapacity: true)
    for index in range {
      let row = Int64(rows.place(index).source)
      if rows.isGained(index) { added.append(row) } else { removed.append(row) }
    }
  }

  /// Writes the changed blocks of a value.
  mutating func write(
    _ prefix: [UInt8], to writer: any StorageWriter, reading snapshot: any StorageSnapshot, _ sums: inout EntrySums
  ) throws {
    var (gained, lost) = (added[...], removed[...])
    while let next = gained.first.map({ min($0, lost.first ?? $0) }) ?? lost.first {
      var bound = PostingBlock.openBound
      stored.removeAll(keepingCapacity: true)
      var isWellFormed = true
      try snapshot.scan(.postings, prefix: prefix, from: PostingBlock.key(prefix, bound: UInt64(next))) { key, value in
        // A longer value may begin with the same bytes only if it is another block of this value: none is a beginning.
        bound = PostingBlock.bound(key)
        isWellFormed = PostingBlock.read(value, into: &stored)
        sums.remove(.postings, key, value)
        return false
      }
      guard isWellFormed else { throw PostingBlock.damage(path) }
      let here = (gained.prefix { UInt64($0) <= bound }, lost.prefix { UInt64($0) <= bound })
      gained = gained.dropFirst(here.0.count)
      lost = lost.dropFirst(here.1.count)
      PostingMerge.merge(stored, adding: here.0, removing: here.1, into: &merged)
      try put(prefix, bound, to: writer, &sums)
    }
  }

  // Writes `merged` in place of the block that `stored` was.
  private func put(_ prefix: [UInt8], _ bound: UInt64, to writer: any StorageWriter, _ sums: inout EntrySums) throws {
    try withUnsafeTemporaryAllocation(byteCount: PostingBlock.sizeLimit, alignment: 8) { buffer in
      var rest = merged[...]
      while let first = rest.first {
        let (count, size) = PostingBlock.write(rest, to: buffer)
        rest = rest.dropFirst(count)
        let block = UnsafeRawBufferPointer(rebasing: buffer[..<size])
        let last = merged[rest.startIndex - 1]
        precondition(last >= first, "object keys of a block must rise")
        try PostingBlock.key(prefix, bound: rest.isEmpty ? bound : UInt64(last)).withUnsafeBytes { key in
          sums.add(.postings, key, block)
          try writer.put(.postings, key, block)
        }
      }
      if merged.isEmpty, !stored.isEmpty {
        try PostingBlock.key(prefix, bound: bound).withUnsafeBytes { try writer.remove(.postings, $0) }
      }
    }
  }

  /// Puts the keys with those added and without those removed into `result`; all rise.
  static func merge(
    _ keys: [Int64], adding added: ArraySlice<Int64>, removing removed: ArraySlice<Int64>, into result: inout [Int64]
  ) {
    result.removeAll(keepingCapacity: true)
    result.reserveCapacity(keys.count + added.count)
    var (gained, lost) = (added.startIndex, removed.startIndex)
    for key in keys {
      while gained < added.endIndex, added[gained] < key {
        result.append(added[gained])
        gained += 1
      }
      while lost < removed.endIndex, removed[lost] < key { lost += 1 }
      if lost < removed.endIndex, removed[lost] == key { continue }
      result.append(key)
    }
    result += added[gained...]
  }
}
