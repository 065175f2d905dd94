import AshlarSchema

extension ReadSession {
  /// Returns whether searching a column's index costs less than scanning the table: the column has an index, and computing the changes of
  /// the open write costs less than the scans that this replaces; see `updateChanges`. If true, the changes have been computed.
  public func canSearchIndex(_ ordinal: Int, _ column: Int) -> Bool {
    if let frozen { return frozen.indexedColumns[ordinal].contains(column) }
    guard let table = tables[ordinal], table.indexedColumns.contains(column) else { return false }
    return pending.map { updateChanges($0, table, table.columnIds[column]) } ?? true
  }

  /// Returns the rows with a value, by ascending key, including the changes of the open write. O(rows found), plus O(rows that the write
  /// changed since the last look-up in the column).
  /// - Parameter write: Writes the indexed value, at most `IndexedValue.sizeLimit` bytes, and returns its size.
  public func indexedRows(
    _ ordinal: Int, _ column: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(StoreError) -> [Int64] {
    let stored = try storedRows(ordinal, column, write)
    return correction(ordinal, column, write)?.applied(to: stored) ?? stored
  }

  /// Returns the rows with a value of an index, by ascending key, including the changes of the open write. O(rows found), plus O(rows that
  /// the write changed since the last look-up in the index).
  /// - Parameters:
  ///   - index: The number in the file of an index of the table.
  ///   - value: The encoded values of all of its columns.
  package func indexedRows(_ ordinal: Int, index: UInt16, _ value: [UInt8]) throws(StoreError) -> [Int64] {
    guard let table = tables[ordinal] else { return [] }
    var stored: [Int64] = []
    try forEachOrdered(ordinal, index: index, from: value, upTo: value + [UInt8](repeating: 255, count: 9), isDescending: false) {
      stored += $1
      return true
    }
    return pending.map { changes($0, table, index).correction(value).applied(to: stored) } ?? stored
  }

  /// Returns the rows as `indexedRows` does, but without the changes of the open write. O(rows found).
  public func storedRows(
    _ ordinal: Int, _ column: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(StoreError) -> [Int64] {
    // Blocks stay at their addresses as long as the snapshot exists.
    var blocks: [PostingBlock] = []
    var sum = 0
    try scanPostings(ordinal, column, write) { block, isOpen in
      guard let block = PostingBlock(block, isOpen: isOpen), !isOpen || block.before == sum else { return false }
      blocks.append(block)
      sum += block.count
      return true
    }
    if blocks.isEmpty { return [] }
    var isWellFormed = true
    // With a capacity of 0 the count would be stored in the shared empty array, which sanitizers report as a race.
    let keys = [Int64](unsafeUninitializedCapacity: max(1, sum)) { room, filled in
      for block in blocks where isWellFormed {
        isWellFormed = block.read(to: UnsafeMutableBufferPointer(rebasing: room[filled...]))
        if isWellFormed { filled += block.count }
      }
    }
    if !isWellFormed { throw PostingBlock.damage(engine.path) }
    return keys
  }

  /// Returns the number of rows with a value, in one look-up. O(1); within a write, O(rows that it changed since the last look-up in
  /// the column).
  /// - Parameter write: Writes the indexed value, at most `IndexedValue.sizeLimit` bytes, and returns its size.
  public func indexedCount(
    _ ordinal: Int, _ column: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(StoreError) -> Int {
    try storedCount(ordinal, column, write) + (correction(ordinal, column, write)?.change ?? 0)
  }

  /// Returns the number as `indexedCount` does, but without the changes of the open write. O(1).
  @inline(__always)
  public func storedCount(
    _ ordinal: Int, _ column: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(StoreError) -> Int {
    guard let table = tables[ordinal] else { return 0 }
    noteIndexSearch()
    return try withPostingKey(table, column, write) { key, _ throws(StoreError) in
      guard let open = try shared.snapshot.value(.postings, key) else { return 0 }
      guard let block = PostingBlock(open, isOpen: true) else { throw PostingBlock.damage(engine.path) }
      return block.before + block.count
    }
  }

  private func correction(_ ordinal: Int, _ column: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int) -> IndexCorrection? {
    guard let pending, let table = tables[ordinal] else { return nil }
    return changes(pending, table, table.columnIds[column]).correction(IndexedValue.encoded(write))
  }

  // Calls `body` with the key of the value's open block, and with the prefix that the keys of all blocks of the value share.
  @inline(__always)
  private func withPostingKey<Result>(
    _ table: TableDefinition, _ column: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int,
    _ body: (_ open: UnsafeRawBufferPointer, _ prefix: UnsafeRawBufferPointer) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try withUnsafeTemporaryAllocation(byteCount: PostingBlock.keyLimit, alignment: 8) { buffer throws(StoreError) in
      var key = BlockWriter(buffer, "a key of a posting")
      ColumnPrefix.write(table: table.id, column: table.columnIds[column], to: &key)
      key.append(atMost: IndexedValue.sizeLimit, write)
      let prefix = key.written
      key.append(PostingBlock.openBound.bigEndian)
      return try body(key.written, prefix)
    }
  }

  // Calls `body` with each block of the value. Throws if `body` returns false, or if the last block is not the open one.
  private func scanPostings(
    _ ordinal: Int, _ column: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int,
    _ body: (_ block: UnsafeRawBufferPointer, _ isOpen: Bool) -> Bool
  ) throws(StoreError) {
    guard let table = tables[ordinal] else { return }
    noteIndexSearch()
    var isWellFormed = true
    // Whether the last block read is the open one, which is the last block of a value.
    var isOpen = true
    try withPostingKey(table, column, write) { _, prefix throws(StoreError) in
      // The prefix is compared here, without a call per key, because comparing keys is most of the work.
      try shared.snapshot.scan(.postings, from: prefix) { key, block in
        guard PostingBlock.isKey(key, of: prefix) else { return false }
        isOpen = PostingBlock.bound(key) == PostingBlock.openBound
        isWellFormed = body(block, isOpen)
        return isWellFormed && !isOpen
      }
    }
    if !isWellFormed || !isOpen { throw PostingBlock.damage(engine.path) }
  }
}
