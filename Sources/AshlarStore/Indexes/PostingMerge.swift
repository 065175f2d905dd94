/// Merges the rows that one value gained and lost into its blocks. Serves one value after the other, so that its memory does too.
struct PostingMerge {
  // The file's, for errors.
  private let path: String
  /// In ascending order.
  private(set) var added: [Int64] = []
  /// In ascending order.
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

  /// Writes the changed blocks of a value, closed ones first, and the open one when their rows are more or fewer.
  mutating func write(
    _ prefix: [UInt8], to writer: any StorageWriter, reading snapshot: any StorageSnapshot, _ sums: inout EntrySums
  ) throws {
    var (gained, lost) = (added[...], removed[...])
    // How many rows the closed blocks have more than before.
    var change = 0
    var open: UnsafeRawBufferPointer?
    while let next = gained.first.map({ min($0, lost.first ?? $0) }) ?? lost.first {
      var bound = PostingBlock.openBound
      stored.removeAll(keepingCapacity: true)
      var isWellFormed = true
      try snapshot.scan(.postings, prefix: prefix, from: PostingBlock.key(prefix, bound: UInt64(next))) { key, value in
        // A longer value may begin with the same bytes only if it is another block of this value: none is a beginning.
        bound = PostingBlock.bound(key)
        if bound == PostingBlock.openBound {
          open = value
        } else {
          isWellFormed = PostingBlock(value, isOpen: false)?.read(into: &stored) == true
          sums.remove(.postings, key, value)
        }
        return false
      }
      guard isWellFormed else { throw PostingBlock.damage(path) }
      if bound == PostingBlock.openBound { break }
      let here = (gained.prefix { UInt64($0) <= bound }, lost.prefix { UInt64($0) <= bound })
      gained = gained.dropFirst(here.0.count)
      lost = lost.dropFirst(here.1.count)
      PostingMerge.merge(stored, adding: here.0, removing: here.1, into: &merged)
      change += merged.count - stored.count
      try putClosed(prefix, bound, to: writer, &sums)
    }
    if change == 0, gained.isEmpty, lost.isEmpty { return }
    let key = PostingBlock.key(prefix, bound: PostingBlock.openBound)
    if open == nil, change != 0 {
      open = try key.withUnsafeBytes { try snapshot.value(.postings, $0) }
      // There were closed ones.
      if open == nil { throw PostingBlock.damage(path) }
    }
    stored.removeAll(keepingCapacity: true)
    var before = change
    if let open {
      guard let block = PostingBlock(open, isOpen: true), block.read(into: &stored) else { throw PostingBlock.damage(path) }
      before += block.before
      key.withUnsafeBytes { sums.remove(.postings, $0, open) }
    }
    PostingMerge.merge(stored, adding: gained, removing: lost, into: &merged)
    guard before >= 0 else { throw PostingBlock.damage(path) }
    if before == 0, merged.isEmpty {
      if open != nil { try key.withUnsafeBytes { try writer.remove(.postings, $0) } }
    } else {
      try putOpen(prefix, before: before, to: writer, &sums)
    }
  }

  // Writes `merged` in place of a closed block.
  private func putClosed(_ prefix: [UInt8], _ bound: UInt64, to writer: any StorageWriter, _ sums: inout EntrySums) throws {
    if merged.isEmpty { return try PostingBlock.key(prefix, bound: bound).withUnsafeBytes { try writer.remove(.postings, $0) } }
    try withUnsafeTemporaryAllocation(byteCount: PostingBlock.sizeLimit, alignment: 8) { buffer in
      var rest = merged[...]
      while !rest.isEmpty {
        let (count, block) = PostingBlock.write(rest, to: buffer)
        rest = rest.dropFirst(count)
        try put(prefix, rest.isEmpty ? bound : UInt64(merged[rest.startIndex - 1]), block, to: writer, &sums)
      }
    }
  }

  // Writes `merged` in place of the open block. What is more than it takes goes into closed blocks; its last row never does.
  private func putOpen(_ prefix: [UInt8], before: Int, to writer: any StorageWriter, _ sums: inout EntrySums) throws {
    try withUnsafeTemporaryAllocation(byteCount: PostingBlock.sizeLimit, alignment: 8) { buffer in
      var rest = merged[...]
      while true {
        if rest.count <= PostingBlock.limit {
          let (count, block) = PostingBlock.write(rest, before: before + rest.startIndex, to: buffer)
          if count == rest.count { return try put(prefix, PostingBlock.openBound, block, to: writer, &sums) }
        }
        let (count, block) = PostingBlock.write(rest.dropLast(), to: buffer)
        rest = rest.dropFirst(count)
        try put(prefix, UInt64(merged[rest.startIndex - 1]), block, to: writer, &sums)
      }
    }
  }

  private func put(
    _ prefix: [UInt8], _ bound: UInt64, _ block: UnsafeRawBufferPointer, to writer: any StorageWriter, _ sums: inout EntrySums
  ) throws {
    try PostingBlock.key(prefix, bound: bound).withUnsafeBytes { key in
      sums.add(.postings, key, block)
      try writer.put(.postings, key, block)
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
