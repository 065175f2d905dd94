import AshlarSchema

extension StoreSession {
  /// Whether look-ups in a column's index are right and of use: it has one, and an open write has changed little.
  public func canSearchIndex(_ ordinal: Int, _ column: Int) -> Bool {
    if let frozen { return frozen.indexedColumns[ordinal].contains(column) }
    guard tables[ordinal]?.indexedColumns.contains(column) == true else { return false }
    return transaction.map { $0.overlays.count <= IndexCorrection.largest } ?? true
  }

  /// The rows with a value, by rising key, the open write's among them. O(rows found and rows that it changed).
  /// - Parameter write: writes the indexed value, at most `IndexedValue.sizeLimit` bytes, and returns how many these are.
  public func indexedRows(
    _ ordinal: Int, _ column: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(StoreError) -> [Int64] {
    // Blocks stay where they are as long as the snapshot does.
    var blocks: [UnsafeRawBufferPointer] = []
    var sum = 0
    try scanPostings(ordinal, column, write) { block in
      guard let count = PostingBlock.count(block) else { return false }
      blocks.append(block)
      sum += count
      return true
    }
    var isWellFormed = true
    let keys = [Int64](unsafeUninitializedCapacity: sum) { room, filled in
      for block in blocks where isWellFormed {
        isWellFormed = PostingBlock.read(block, to: UnsafeMutableBufferPointer(rebasing: room[filled...]))
        if isWellFormed { filled += PostingBlock.count(block) ?? 0 }
      }
    }
    if !isWellFormed { throw PostingBlock.damage(engine.path) }
    return correction(ordinal, column, write)?.applied(to: keys) ?? keys
  }

  /// How many rows have a value. O(rows found / 960 and rows that the open write changed).
  public func indexedCount(
    _ ordinal: Int, _ column: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(StoreError) -> Int {
    var sum = 0
    try scanPostings(ordinal, column, write) { block in
      guard let count = PostingBlock.count(block) else { return false }
      sum += count
      return true
    }
    return sum + (correction(ordinal, column, write)?.change ?? 0)
  }

  private func correction(_ ordinal: Int, _ column: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int) -> IndexCorrection? {
    guard let transaction, let table = tables[ordinal] else { return nil }
    let value = [UInt8](unsafeUninitializedCapacity: IndexedValue.sizeLimit) { $1 = write(UnsafeMutableRawBufferPointer($0)) }
    return IndexCorrection(transaction, table, column, value, context)
  }

  // Until `body` finds a block that is none.
  private func scanPostings(
    _ ordinal: Int, _ column: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    guard let table = tables[ordinal] else { return }
    var isWellFormed = true
    try withUnsafeTemporaryAllocation(byteCount: BacklinkKey.columnPrefixSize + IndexedValue.sizeLimit, alignment: 8) {
      buffer throws(StoreError) in
      BacklinkKey.writeColumnPrefix(table: table.id, column: table.columnIds[column], to: buffer)
      let size = BacklinkKey.columnPrefixSize + write(UnsafeMutableRawBufferPointer(rebasing: buffer[BacklinkKey.columnPrefixSize...]))
      let prefix = UnsafeRawBufferPointer(rebasing: buffer[..<size])
      // Compared here, in one call, since there are about as many keys as there is work.
      try shared.snapshot.scan(.postings, from: prefix) { key, block in
        guard PostingBlock.isKey(key, of: prefix) else { return false }
        isWellFormed = body(block)
        return isWellFormed && PostingBlock.bound(key) != PostingBlock.openBound
      }
    }
    if !isWellFormed { throw PostingBlock.damage(engine.path) }
  }

  /// Fills a new index from all rows.
  static func buildIndex(
    _ table: TableDefinition, _ column: Int, _ snapshot: any StorageSnapshot, nextKey: Int64, to writer: any StorageWriter,
    _ sums: inout EntrySums, path: String
  ) throws {
    // Only what leads to long values is needed of a context.
    let values = StoredValues(snapshot, path: path)
    var context = AccessContext(kind: .live, generation: 1, writeGeneration: AccessContext.noWrite)
    context.values = Unmanaged.passUnretained(values)
    try withUnsafeMutablePointer(to: &context) { context in
      try values.gathering {
        try buildIndex(PostingChanges(table, column, context, path: path), table, snapshot, nextKey: nextKey, to: writer, &sums, path: path)
      }
    }
  }

  private static func buildIndex(
    _ empty: PostingChanges, _ table: TableDefinition, _ snapshot: any StorageSnapshot, nextKey: Int64, to writer: any StorageWriter,
    _ sums: inout EntrySums, path: String
  ) throws {
    var changes = empty
    let clusters = Int((nextKey + Int64(table.capacity) - 1) >> Int64(table.shift))
    for number in 0..<clusters {
      guard let stored = try snapshot.cluster(table.clusterKey(number)) else { continue }
      let patch = try snapshot.value(.patches, integer: table.clusterKey(number))
      let patched = patch.flatMap { PatchedCluster(table, number, stored: stored, patch: $0) }
      if patch != nil, patched == nil {
        throw StoreError.damaged(
          path: path, detail: "the changes of cluster \(number) of '\(table.entity.storedName)' are not those that were stored")
      }
      // As if every row had just been made.
      let overlay = withExtendedLifetime(patched) {
        Overlay(table: table, number: number, original: patched?.base ?? stored).asNew()
      }
      changes.collect(overlay)
      overlay.free()
    }
    try changes.write(to: writer, reading: snapshot, &sums)
  }
}
