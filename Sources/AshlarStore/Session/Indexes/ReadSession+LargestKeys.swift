import AshlarSchema

extension ReadSession {
  /// Returns the rows with the largest integer primary keys, in descending order of their keys: `most` rows, or all rows if the table has
  /// fewer. Contains the changes of the open write. Returns nil if one of these keys is null or negative, because the index sorts negative
  /// keys after all others, or if more than `mostEntries` entries would be read: all tables share the index, and consecutive keys of rows
  /// with consecutive object keys are one entry. O(entries + rows that the open write has changed).
  package func largestKeys(_ ordinal: Int, _ most: Int, mostEntries: Int) throws(StoreError) -> [Int64]? {
    guard let table = tables[ordinal], ordinal < context.pointee.tableCount, views[ordinal].keyColumn >= 0 else { return [] }
    noteIndexSearch()
    let changed = changedRows(ordinal)
    let wanted = changed.isEmpty ? min(most, views[ordinal].liveCount) : most
    var search = LargestKeys(table.id, most: wanted, mostEntries: mostEntries)
    // The hashes of ascending integers begin with that of 0 and wrap around at the highest hash.
    let zero = KeyProbe(.int(0)).hash(table: table.id)
    if zero > 0 { try read(ordinal, 0...zero - 1, &search) }
    try read(ordinal, zero...KeyProbe.bytesBit - 1, &search)
    if search.isGivenUp { return nil }
    if changed.isEmpty { return search.found.map(\.row) }
    var found = search.found
    let known = Set(found.map(\.row))
    for row in changed where !known.contains(row) {
      if let value = try keyValue(ordinal, row) { found.append((row, value)) }
    }
    found.sort { $0.value > $1.value }
    let first = found.prefix(most)
    return first.allSatisfy { $0.value >= 0 } ? first.map(\.row) : nil
  }

  // Adds the rows with hashes in a range, in descending order of the hashes, until the search ends.
  private func read(_ ordinal: Int, _ hashes: ClosedRange<UInt64>, _ search: inout LargestKeys) throws(StoreError) {
    if search.isOver { return }
    var failure: StoreError?
    var (start, end) = (hashes.lowerBound, hashes.upperBound + 1)
    try withUnsafeBytes(of: &start) { start throws(StoreError) in
      try withUnsafeBytes(of: &end) { end throws(StoreError) in
        let (start, end) = (UnsafeRawBufferPointer(start), UnsafeRawBufferPointer(end))
        try shared.snapshot.scan(.keys, before: end, downTo: start) { name, value in
          guard name.count == MemoryLayout<UInt64>.size else { return false }
          do throws(StoreError) {
            try add(ordinal, name.loadUnaligned(as: UInt64.self), value, hashes, &search)
          } catch {
            failure = error
          }
          return failure == nil && !search.isOver
        }
      }
    }
    if let failure { throw failure }
    // A run that begins before the range may extend into it.
    guard !search.isOver, let before = try shared.snapshot.floor(.keys, integer: hashes.lowerBound).entry, before.key < hashes.lowerBound
    else { return }
    try add(ordinal, before.key, before.value, hashes, &search)
  }

  // Adds the rows of an entry whose hashes are in a range, in descending order of the hashes, until the search ends.
  private func add(
    _ ordinal: Int, _ name: UInt64, _ value: UnsafeRawBufferPointer, _ hashes: ClosedRange<UInt64>, _ search: inout LargestKeys
  ) throws(StoreError) {
    guard search.takesEntry() else { return }
    guard let run = KeyRun(name, value) else {
      guard hashes.contains(name) else { return }
      for row in KeyEntries.keys(value, table: search.table) { search.add(row, try keyValue(ordinal, row), name) }
      return
    }
    guard run.table == search.table, run.start <= hashes.upperBound, run.end > hashes.lowerBound else { return }
    let part = run.part(max(run.start, hashes.lowerBound), min(run.end - 1, hashes.upperBound) + 1)
    for hash in (part.start..<part.end).reversed() {
      guard !search.isOver, let row = part[hash] else { return }
      search.add(row, try keyValue(ordinal, row), hash)
    }
  }

  // Returns the primary key of a row, -1 if it is null; nil if the open write has deleted the row.
  private func keyValue(_ ordinal: Int, _ row: Int64) throws(StoreError) -> Int64? {
    guard let access = try locate(ordinal, row) else { return nil }
    if case .int(let value) = probe(views + ordinal, access).value { return value }
    return -1
  }
}

// The rows that a search for the largest keys of a table has found, and its limits.
private struct LargestKeys {
  let table: UInt32
  private let most: Int
  private var entriesLeft: Int
  private(set) var found: [(row: Int64, value: Int64)] = []
  private(set) var isGivenUp = false

  init(_ table: UInt32, most: Int, mostEntries: Int) {
    self.table = table
    self.most = most
    entriesLeft = mostEntries
  }

  var isOver: Bool { isGivenUp || found.count >= most }

  /// Counts an entry. Returns whether it may be read.
  mutating func takesEntry() -> Bool {
    if entriesLeft == 0 { isGivenUp = true } else { entriesLeft -= 1 }
    return !isOver
  }

  /// Adds a row. The hashes must be in descending order, and a negative value ends the search. A row that the open write has deleted, or
  /// replaced by one with another key, is counted like an entry.
  mutating func add(_ row: Int64, _ value: Int64?, _ hash: UInt64) {
    guard !isOver else { return }
    guard let value, KeyProbe(.int(value)).hash(table: table) == hash else {
      _ = takesEntry()
      return
    }
    if value < 0 { isGivenUp = true } else { found.append((row, value)) }
  }
}
