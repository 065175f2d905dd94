import AshlarSchema

extension ReadSession {
  /// Returns whether a column has an index in the version read. The index does not include the changes of the open write; see
  /// `changedRows`.
  public func hasIndex(_ ordinal: Int, _ column: Int) -> Bool {
    if let frozen { return frozen.indexedColumns[ordinal].contains(column) }
    return tables[ordinal]?.indexedColumns.contains(column) == true
  }

  /// Whether the entries of an index are sorted by their encoded values.
  public var keepsKeyOrder: Bool { engine.keepsKeyOrder }

  /// Returns the rows whose value is in a range, in the order of the values, without the changes of the open write. Returns nil if more
  /// than `mostRows` rows or `mostEntries` entries would be needed. O(entries + rows).
  /// - Parameters:
  ///   - low: The inclusive lower bound, encoded like an `IndexedValue`.
  ///   - high: The exclusive upper bound.
  public func indexedRange(
    _ ordinal: Int, _ column: Int, from low: [UInt8], upTo high: [UInt8], mostEntries: Int, mostRows: Int
  ) throws(StoreError) -> (rows: [Int64], entries: Int)? {
    guard let table = tables[ordinal] else { return ([], 0) }
    return try indexedRange(
      ordinal, index: table.columnIds[column], from: low, upTo: high, mostEntries: mostEntries, mostRows: mostRows)
  }

  /// Like `indexedRange` for a column, but also for an index of several columns.
  /// - Parameter index: The number of the index in the file.
  package func indexedRange(
    _ ordinal: Int, index: UInt16, from low: [UInt8], upTo high: [UInt8], mostEntries: Int, mostRows: Int
  ) throws(StoreError) -> (rows: [Int64], entries: Int)? {
    var rows: [Int64] = []
    var isWellFormed = true
    let entries = try forEachPosting(ordinal, index, from: low, upTo: high, mostEntries) { block in
      if rows.count + block.count > mostRows { return false }
      if let key = block.only {
        rows.append(key)
        return true
      }
      let before = rows.count
      rows.append(contentsOf: repeatElement(0, count: block.count))
      isWellFormed = rows.withUnsafeMutableBufferPointer { block.read(to: UnsafeMutableBufferPointer(rebasing: $0[before...])) }
      return isWellFormed
    }
    if !isWellFormed { throw PostingBlock.damage(engine.path) }
    return entries.map { (rows, $0) }
  }

  /// Returns the number of rows whose value is in a range, without the changes of the open write; nil if more than `mostEntries` entries
  /// would be needed. O(entries).
  public func indexedRangeCount(
    _ ordinal: Int, _ column: Int, from low: [UInt8], upTo high: [UInt8], mostEntries: Int
  ) throws(StoreError) -> Int? {
    guard let table = tables[ordinal] else { return 0 }
    return try indexedRangeCount(ordinal, index: table.columnIds[column], from: low, upTo: high, mostEntries: mostEntries)
  }

  /// Like `indexedRangeCount` for a column, but also for an index of several columns.
  /// - Parameter index: The number of the index in the file.
  package func indexedRangeCount(
    _ ordinal: Int, index: UInt16, from low: [UInt8], upTo high: [UInt8], mostEntries: Int
  ) throws(StoreError) -> Int? {
    var count = 0
    let entries = try forEachPosting(ordinal, index, from: low, upTo: high, mostEntries) { block in
      count += block.count
      return true
    }
    return entries == nil ? nil : count
  }

  /// Returns the smallest or largest value other than null in an index, encoded like an `IndexedValue`, without the changes of the open
  /// write; nil if there is none. O(1).
  public func indexedExtreme(_ ordinal: Int, _ column: Int, isLargest: Bool) throws(StoreError) -> [UInt8]? {
    guard let table = tables[ordinal] else { return nil }
    noteIndexSearch()
    let prefix = ColumnPrefix.bytes(table: table.id, column: table.columnIds[column])
    var found: [UInt8]?
    // Encodings of values other than null begin with 1.
    try (prefix + [isLargest ? 2 : 1]).withUnsafeBufferPointer { bound throws(StoreError) in
      let bound = UnsafeRawBufferPointer(bound)
      if isLargest {
        found = try shared.snapshot.last(.postings, before: bound)?.key
      } else {
        try shared.snapshot.scan(.postings, from: bound) { key, _ in
          found = Array(key)
          return false
        }
      }
    }
    guard let key = found, key.starts(with: prefix + [1]) else { return nil }
    let value = Array(key.dropFirst(prefix.count).dropLast(MemoryLayout.size(ofValue: PostingBlock.openBound)))
    guard !value.isEmpty else { throw PostingBlock.damage(engine.path) }
    return value
  }

  /// Returns the number of rows with a value of an index, without the changes of the open write. O(1).
  /// - Parameters:
  ///   - index: The number of the index in the file.
  ///   - value: The encoded values of all of its columns.
  package func storedCount(_ ordinal: Int, index: UInt16, _ value: [UInt8]) throws(StoreError) -> Int {
    guard let table = tables[ordinal] else { return 0 }
    noteIndexSearch()
    let key = PostingBlock.key(ColumnPrefix.bytes(table: table.id, column: index) + value, bound: PostingBlock.openBound)
    let open = try key.withUnsafeBufferPointer { key throws(StoreError) in
      try shared.snapshot.value(.postings, UnsafeRawBufferPointer(key))
    }
    guard let open else { return 0 }
    guard let block = PostingBlock(open, isOpen: true) else { throw PostingBlock.damage(engine.path) }
    return block.before + block.count
  }

  // Calls `body` with each block of the values in a range. Returns the number of blocks; nil if `body` returned false, or if there are more
  // than `most`.
  private func forEachPosting(
    _ ordinal: Int, _ index: UInt16, from low: [UInt8], upTo high: [UInt8], _ most: Int, _ body: (PostingBlock) -> Bool
  ) throws(StoreError) -> Int? {
    guard let table = tables[ordinal], low.lexicographicallyPrecedes(high) else { return 0 }
    noteIndexSearch()
    let prefix = ColumnPrefix.bytes(table: table.id, column: index)
    let end = prefix + high
    var entries = 0
    var isWhole = true
    var isWellFormed = true
    // The number of rows in the closed blocks of the current value, whose open block follows.
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

  /// Returns the number of clusters of a table that the open write changed.
  public func changedClusterCount(_ ordinal: Int) -> Int {
    guard let pending, let table = tables[ordinal] else { return 0 }
    return pending.overlays.reduce(0) { $0 + ($1.table === table ? 1 : 0) }
  }

  /// Returns the rows of a table that the open write inserted, deleted or modified, in ascending order. No index includes these changes.
  /// O(clusters that the write changed).
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
