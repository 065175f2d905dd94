import AshlarSchema

extension ReadSession {
  /// Whether a column's index says which rows the version read has for a value. What the open write changed is not in it, see
  /// `changedRows`.
  public func hasIndex(_ ordinal: Int, _ column: Int) -> Bool {
    if let frozen { return frozen.indexedColumns[ordinal].contains(column) }
    return tables[ordinal]?.indexedColumns.contains(column) == true
  }

  /// Whether entries of an index lie in the order of their values.
  public var keepsKeyOrder: Bool { engine.keepsKeyOrder }

  /// The rows whose value lies in a range, in the order of the values, without what the open write changed; nil where there are more than
  /// `mostRows` or more than `mostEntries` entries to read. O(entries and rows).
  /// - Parameters:
  ///   - low: what the range begins with, as `IndexedValue` writes values.
  ///   - high: what follows it.
  public func indexedRange(
    _ ordinal: Int, _ column: Int, from low: [UInt8], upTo high: [UInt8], mostEntries: Int, mostRows: Int
  ) throws(StoreError) -> (rows: [Int64], entries: Int)? {
    var rows: [Int64] = []
    var isWellFormed = true
    let entries = try forEachPosting(ordinal, column, from: low, upTo: high, mostEntries) { block in
      if rows.count + block.count > mostRows { return false }
      let before = rows.count
      rows.append(contentsOf: repeatElement(0, count: block.count))
      isWellFormed = rows.withUnsafeMutableBufferPointer { block.read(to: UnsafeMutableBufferPointer(rebasing: $0[before...])) }
      return isWellFormed
    }
    if !isWellFormed { throw PostingBlock.damage(engine.path) }
    return entries.map { (rows, $0) }
  }

  /// How many rows have a value in a range; nil where there are more entries than `mostEntries` to read. O(entries).
  public func indexedRangeCount(
    _ ordinal: Int, _ column: Int, from low: [UInt8], upTo high: [UInt8], mostEntries: Int
  ) throws(StoreError) -> Int? {
    var count = 0
    let entries = try forEachPosting(ordinal, column, from: low, upTo: high, mostEntries) { block in
      count += block.count
      return true
    }
    return entries == nil ? nil : count
  }

  // How many blocks there are; nil where `body` stopped, or where there are more than `most`.
  private func forEachPosting(
    _ ordinal: Int, _ column: Int, from low: [UInt8], upTo high: [UInt8], _ most: Int, _ body: (PostingBlock) -> Bool
  ) throws(StoreError) -> Int? {
    guard let table = tables[ordinal], low.lexicographicallyPrecedes(high) else { return 0 }
    noteIndexSearch()
    let prefix = ColumnPrefix.bytes(table: table.id, column: table.columnIds[column])
    let end = prefix + high
    var entries = 0
    var isWhole = true
    var isWellFormed = true
    // Rows in the closed blocks of the value whose open one is still to come.
    var closed = 0
    try (prefix + low).withUnsafeBufferPointer { start throws(StoreError) in
      try end.withUnsafeBufferPointer { end throws(StoreError) in
        let end = UnsafeRawBufferPointer(end)
        try shared.snapshot.scan(.postings, from: UnsafeRawBufferPointer(start)) { key, value in
          if !PostingBlock.isKey(key, before: end) { return false }
          let isOpen = PostingBlock.bound(key) == PostingBlock.openBound
          guard entries < most else {
            isWhole = false
            return false
          }
          entries += 1
          guard let block = PostingBlock(value, isOpen: isOpen), !isOpen || block.before == closed else {
            isWellFormed = false
            return false
          }
          closed = isOpen ? 0 : closed + block.count
          isWhole = body(block)
          return isWhole
        }
      }
    }
    if !isWellFormed { throw PostingBlock.damage(engine.path) }
    return isWhole ? entries : nil
  }

  /// How many clusters of a table the open write changed.
  public func changedClusterCount(_ ordinal: Int) -> Int {
    guard let pending, let table = tables[ordinal] else { return 0 }
    return pending.overlays.reduce(0) { $0 + ($1.table === table ? 1 : 0) }
  }

  /// The rows of a table that the open write made, deleted or stored to, ascending: what no index tells. O(clusters that it changed).
  public func changedRows(_ ordinal: Int) -> [Int64] {
    guard let pending, let table = tables[ordinal] else { return [] }
    var rows: [Int64] = []
    let overlays = pending.overlays.filter { $0.table === table }.sorted { $0.number < $1.number }
    for overlay in overlays {
      let first = Int64(overlay.number) << Int64(table.shift)
      for slot in overlay.storedRows() { rows.append(first + Int64(slot)) }
    }
    return rows
  }
}
