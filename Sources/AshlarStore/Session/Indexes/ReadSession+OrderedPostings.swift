import AshlarSchema

extension ReadSession {
  /// Calls `body` with the rows of each value of an index in a range, until `body` returns false. The values are in ascending or descending
  /// order, the rows of each value in ascending order; `body` is called once for each block of rows. The changes of the open write are
  /// omitted.
  ///
  /// Complexity: O(blocks), plus a search for each value with several blocks if the values descend.
  /// - Parameters:
  ///   - index: The number of the index in the file.
  ///   - low: The inclusive lower bound, encoded like the values of the index.
  ///   - high: The exclusive upper bound.
  ///   - body: Receives the encoded value, which is valid during the call, and the keys of rows that have it.
  package func forEachOrdered(
    _ ordinal: Int, index: UInt16, from low: [UInt8], upTo high: [UInt8], isDescending: Bool,
    _ body: (_ value: UnsafeRawBufferPointer, _ rows: [Int64]) -> Bool
  ) throws(StoreError) {
    guard let table = tables[ordinal], low.lexicographicallyPrecedes(high) else { return }
    let prefix = ColumnPrefix.bytes(table: table.id, column: index)
    let start = prefix + low
    var end = prefix + high
    guard isDescending else {
      _ = try forEachBlock(from: start, upTo: end, after: prefix.count, body)
      return
    }
    // A value with several blocks is encountered at its open block, which is its last one. The scan then ends, the blocks are read in
    // ascending order, and another scan begins before the value.
    while let value = try forEachOpenBlock(before: end, downTo: start, after: prefix.count, body) {
      guard try forEachBlock(from: value, upTo: value + [UInt8](repeating: 255, count: 9), after: prefix.count, body) else { return }
      end = value
    }
  }

  // Calls `body` with each block in a range of keys, in key order. Returns false if `body` did.
  private func forEachBlock(
    from start: [UInt8], upTo end: [UInt8], after prefix: Int, _ body: (UnsafeRawBufferPointer, [Int64]) -> Bool
  ) throws(StoreError) -> Bool {
    noteIndexSearch()
    var rows: [Int64] = []
    var isWellFormed = true
    var isWanted = true
    // The number of rows in the closed blocks of the current value, whose open block follows.
    var closed = 0
    try start.withUnsafeBufferPointer { start throws(StoreError) in
      try end.withUnsafeBufferPointer { end throws(StoreError) in
        let end = UnsafeRawBufferPointer(end)
        try shared.snapshot.scan(.postings, from: UnsafeRawBufferPointer(start)) { key, bytes in
          if !PostingBlock.isKey(key, before: end) { return false }
          guard let value = ReadSession.value(key, after: prefix) else {
            isWellFormed = false
            return false
          }
          let isOpen = PostingBlock.bound(key) == PostingBlock.openBound
          guard let block = PostingBlock(bytes, isOpen: isOpen), !isOpen || block.before == closed, read(block, &rows) else {
            isWellFormed = false
            return false
          }
          closed = isOpen ? 0 : closed + block.count
          isWanted = body(value, rows)
          return isWanted
        }
      }
    }
    if !isWellFormed { throw PostingBlock.damage(engine.path) }
    return isWanted
  }

  // Calls `body` with each block in a range of keys, in descending key order, as long as each is the only block of its value. Returns the
  // common prefix of the keys of the first value with several blocks; nil if there is none, or if `body` returned false.
  private func forEachOpenBlock(
    before end: [UInt8], downTo start: [UInt8], after prefix: Int, _ body: (UnsafeRawBufferPointer, [Int64]) -> Bool
  ) throws(StoreError) -> [UInt8]? {
    noteIndexSearch()
    var rows: [Int64] = []
    var isWellFormed = true
    var several: [UInt8]?
    try start.withUnsafeBufferPointer { start throws(StoreError) in
      try end.withUnsafeBufferPointer { end throws(StoreError) in
        try shared.snapshot.scan(.postings, before: UnsafeRawBufferPointer(end), downTo: UnsafeRawBufferPointer(start)) { key, bytes in
          guard let value = ReadSession.value(key, after: prefix), PostingBlock.bound(key) == PostingBlock.openBound,
            let block = PostingBlock(bytes, isOpen: true)
          else {
            isWellFormed = false
            return false
          }
          if block.before > 0 {
            several = Array(key.dropLast(MemoryLayout.size(ofValue: PostingBlock.openBound)))
            return false
          }
          guard read(block, &rows) else {
            isWellFormed = false
            return false
          }
          return body(value, rows)
        }
      }
    }
    if !isWellFormed { throw PostingBlock.damage(engine.path) }
    return several
  }

  // Replaces `rows` with the object keys of a block. Returns false if they are malformed.
  private func read(_ block: PostingBlock, _ rows: inout [Int64]) -> Bool {
    if frozen == nil { visitedPostings += 1 }
    rows.removeAll(keepingCapacity: true)
    guard let only = block.only else { return block.read(into: &rows) }
    rows.append(only)
    return true
  }

  // Returns the encoded value in the key of a block; nil if the key is too short.
  private static func value(_ key: UnsafeRawBufferPointer, after prefix: Int) -> UnsafeRawBufferPointer? {
    let end = key.count - MemoryLayout.size(ofValue: PostingBlock.openBound)
    return end > prefix ? UnsafeRawBufferPointer(rebasing: key[prefix..<end]) : nil
  }
}
