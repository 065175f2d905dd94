import AshlarSchema

/// Fills a new index from the rows there are.
enum IndexBuild {
  /// Fills a new index from all rows.
  static func build(
    _ table: TableDefinition, _ column: Int, _ snapshot: any StorageSnapshot, nextKey: Int64, to writer: any StorageWriter,
    _ sums: inout EntrySums, path: String
  ) throws {
    // Only what leads to long values is needed of a context.
    let values = StoredValues(snapshot, path: path)
    var context = AccessContext(kind: .live, generation: 1, writeGeneration: AccessContext.noWrite)
    context.values = Unmanaged.passUnretained(values)
    try withUnsafeMutablePointer(to: &context) { context in
      try values.gathering {
        try build(PostingChanges(table, column, context, path: path), table, snapshot, nextKey: nextKey, to: writer, &sums, path: path)
      }
    }
  }

  private static func build(
    _ empty: PostingChanges, _ table: TableDefinition, _ snapshot: any StorageSnapshot, nextKey: Int64, to writer: any StorageWriter,
    _ sums: inout EntrySums, path: String
  ) throws {
    var changes = empty
    var numbers: [Int] = []
    let clusters = Int((nextKey + Int64(table.capacity) - 1) >> Int64(table.shift))
    try snapshot.forEachClusterNumber(of: table, below: clusters) { numbers.append($0) }
    for number in numbers {
      guard let stored = try snapshot.cluster(table.clusterKey(number)) else { continue }
      let patch = try snapshot.value(.patches, integer: table.clusterKey(number))
      let patched = patch.flatMap { PatchedCluster(table, number, stored: stored, patch: $0) }
      if patch != nil, patched == nil {
        throw StoreError.damaged(
          path: path, detail: "the patch of cluster \(number) of '\(table.entity.storedName)' is not valid")
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
