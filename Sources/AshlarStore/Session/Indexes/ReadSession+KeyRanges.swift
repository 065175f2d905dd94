import AshlarSchema

extension ReadSession {
  /// Returns the rows whose integer primary keys may be in a range, except those that the open write inserted. The result may also contain
  /// rows whose keys are outside the range, because hashes of integers omit the highest bit. Returns nil if more than `mostRows` rows or
  /// `mostEntries` entries would be needed, or if the range contains half of all integers or more. O(entries + rows); consecutive keys of
  /// rows with consecutive object keys are one entry.
  public func keyRange(
    _ ordinal: Int, _ range: ClosedRange<Int64>, mostEntries: Int, mostRows: Int
  ) throws(StoreError) -> (rows: [Int64], entries: Int)? {
    guard let table = tables[ordinal], ordinal < context.pointee.tableCount, views[ordinal].keyColumn >= 0 else { return ([], 0) }
    guard UInt64(bitPattern: range.upperBound) &- UInt64(bitPattern: range.lowerBound) < KeyProbe.bytesBit - 1 else { return nil }
    let first = KeyProbe(.int(range.lowerBound)).hash(table: table.id)
    let last = KeyProbe(.int(range.upperBound)).hash(table: table.id)
    // The hashes of ascending integers wrap around to 0.
    let parts = first <= last ? [first...last] : [first...KeyProbe.bytesBit - 1, 0...last]
    var found: (rows: [Int64], entries: Int) = ([], 0)
    noteIndexSearch()
    for part in parts {
      guard try addRows(table, part, mostEntries, mostRows, to: &found) else { return nil }
    }
    return found
  }

  // Appends the rows with hashes in a range. Returns false if there are too many entries or rows.
  private func addRows(
    _ table: TableDefinition, _ hashes: ClosedRange<UInt64>, _ mostEntries: Int, _ mostRows: Int,
    to found: inout (rows: [Int64], entries: Int)
  ) throws(StoreError) -> Bool {
    // A run that begins before the range may extend into it.
    if let before = try shared.snapshot.floor(.keys, integer: hashes.lowerBound).entry, before.key < hashes.lowerBound,
      !add(before.key, before.value, table, hashes, mostEntries, mostRows, to: &found)
    {
      return false
    }
    var isWhole = true
    var start = hashes.lowerBound
    try withUnsafeMutableBytes(of: &start) { start throws(StoreError) in
      try shared.snapshot.scan(.keys, from: UnsafeRawBufferPointer(start)) { name, value in
        guard name.count == MemoryLayout<UInt64>.size else { return false }
        let key = name.loadUnaligned(as: UInt64.self)
        guard key <= hashes.upperBound else { return false }
        isWhole = add(key, value, table, hashes, mostEntries, mostRows, to: &found)
        return isWhole
      }
    }
    return isWhole
  }

  // Appends the rows of an entry whose hashes are in a range. Returns false if there are too many entries or rows.
  private func add(
    _ key: UInt64, _ value: UnsafeRawBufferPointer, _ table: TableDefinition, _ hashes: ClosedRange<UInt64>, _ mostEntries: Int,
    _ mostRows: Int, to found: inout (rows: [Int64], entries: Int)
  ) -> Bool {
    guard found.entries < mostEntries else { return false }
    found.entries += 1
    guard let run = KeyRun(key, value) else {
      if key < hashes.lowerBound { return true }
      found.rows += KeyEntries.keys(value, table: table.id)
      return found.rows.count <= mostRows
    }
    guard run.table == table.id, run.count > 0, run.start <= hashes.upperBound, run.end > hashes.lowerBound else { return true }
    let part = run.part(max(run.start, hashes.lowerBound), min(run.end - 1, hashes.upperBound) + 1)
    guard part.count <= UInt64(max(0, mostRows - found.rows.count)) else { return false }
    let row = Int64(part.entry & 0xFF_FFFF_FFFF)
    found.rows += row..<row + Int64(part.count)
    return true
  }
}
