import AshlarSchema

extension StoreSession {
  /// Whether look-ups in a column's index are right: it has one, and no write is open.
  public func canSearchIndex(_ ordinal: Int, _ column: Int) -> Bool {
    if let frozen { return frozen.indexedColumns[ordinal].contains(column) }
    return transaction == nil && tables[ordinal]?.indexedColumns.contains(column) == true
  }

  /// The rows with a value, by rising key. O(rows found).
  public func indexedRows(_ ordinal: Int, _ column: Int, _ value: [UInt8]) throws(StoreError) -> [Int64] {
    var keys: [Int64] = []
    try scanPostings(ordinal, column, value) { PostingBlock.read($0, into: &keys) }
    return keys
  }

  /// How many rows have a value. O(rows found / 960).
  public func indexedCount(_ ordinal: Int, _ column: Int, _ value: [UInt8]) throws(StoreError) -> Int {
    var sum = 0
    try scanPostings(ordinal, column, value) { block in
      guard let count = PostingBlock.count(block) else { return false }
      sum += count
      return true
    }
    return sum
  }

  // Until `body` finds a block that is none.
  private func scanPostings(
    _ ordinal: Int, _ column: Int, _ value: [UInt8], _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    guard let table = tables[ordinal] else { return }
    let prefix = BacklinkKey.columnPrefix(table: table.id, column: table.columnIds[column]) + value
    var isWellFormed = true
    try shared.snapshot.scan(.postings, prefix: prefix, from: nil) { _, block in
      isWellFormed = body(block)
      return isWellFormed
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
    let clusters = Int((nextKey + Int64(table.layout.capacity) - 1) >> Int64(table.layout.shift))
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
