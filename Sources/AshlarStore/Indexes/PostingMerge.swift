/// Merges the rows that a value gained and lost into its blocks. One instance processes one value after another and reuses its memory.
struct PostingMerge {
  // The path of the file, for errors.
  private let path: String
  /// The rows that gained the value, ascending.
  private(set) var added: [Int64] = []
  /// The rows that lost the value, ascending.
  private(set) var removed: [Int64] = []
  // The rows of the current block, before and after the merge.
  private var stored: [Int64] = []
  private var merged: [Int64] = []

  init(path: String) { self.path = path }

  /// Sets the rows to merge next.
  mutating func take(_ rows: LinkChanges.Sorted, _ range: Range<Int>) {
    added.removeAll(keepingCapacity: true)
    removed.removeAll(keepingCapacity: true)
    for index in range {
      let row = Int64(rows.place(index).source)
      if rows.isGained(index) { added.append(row) } else { removed.append(row) }
    }
  }

  /// Writes the changed blocks of a value, closed blocks first. Also writes the open block if the number of rows in closed blocks has
  /// changed.
  /// - Returns: The number of rows that the value has now; nil if this number is unchanged and the open block has no changes.
  @discardableResult
  mutating func write(
    _ prefix: [UInt8], to writer: any StorageWriter, reading snapshot: any StorageSnapshot, _ sums: inout EntrySums
  ) throws -> Int? {
    var (gained, lost) = (added[...], removed[...])
    // The number of rows that the closed blocks gained minus the number that they lost.
    var change = 0
    var open: UnsafeRawBufferPointer?
    while let next = gained.first.map({ min($0, lost.first ?? $0) }) ?? lost.first {
      var bound = PostingBlock.openBound
      stored.removeAll(keepingCapacity: true)
      var isWellFormed = true
      try snapshot.scan(.postings, prefix: prefix, from: PostingBlock.key(prefix, bound: UInt64(next))) { key, value in
        // The key that was found can only be that of a block of this value, because no encoded value is a prefix of another.
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
    if change == 0, gained.isEmpty, lost.isEmpty { return nil }
    let key = PostingBlock.key(prefix, bound: PostingBlock.openBound)
    if open == nil, change != 0 {
      open = try key.withUnsafeBytes { try snapshot.value(.postings, $0) }
      // Closed blocks exist, so the open block must exist too.
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
    return before + merged.count
  }

  // Replaces a closed block with the rows in `merged`.
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

  // Replaces the open block with the rows in `merged`. Rows that do not fit are written to closed blocks, except for the last row.
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
    #if ASHLAR_CHECKED
      PostingBlock._checkInvariants(block, isOpen: bound == PostingBlock.openBound)
    #endif
    try PostingBlock.key(prefix, bound: bound).withUnsafeBytes { key in
      sums.add(.postings, key, block)
      try writer.put(.postings, key, block)
    }
  }

  /// Sets `result` to the keys, with `added` inserted and `removed` omitted; all are in ascending order.
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
    assert(result.count >= keys.count + added.count - removed.count, "a merge loses no row but those that are removed")
  }
}
