extension ReadSession {
  /// Calls `body` with each row of a table, in key order. Complexity: O(rows).
  public func forEachRow(_ ordinal: Int, _ body: (_ key: Int64, _ row: RowAccess) throws -> Void) throws {
    guard let table = tables[ordinal] else { return }
    try forEachCluster(ordinal) { first, base in try forEachRow(table, first, base, body) }
  }

  /// Calls `body` like `forEachRow`. The row is valid only during the call; see `walkClusters`.
  func walkRows(_ ordinal: Int, _ body: (_ key: Int64, _ row: RowAccess) throws -> Void) throws {
    guard let table = tables[ordinal] else { return }
    try walkClusters(ordinal) { first, base in try forEachRow(table, first, base, body) }
  }

  private func forEachRow(
    _ table: TableDefinition, _ first: Int64, _ base: UnsafeMutableRawPointer, _ body: (_ key: Int64, _ row: RowAccess) throws -> Void
  ) rethrows {
    let columns = columns(table, Int(first >> Int64(table.shift)), base)
    for slot in RowSet(liveIn: Cluster(base)) {
      try body(
        first + Int64(slot),
        RowAccess(
          base: base, columns: columns, context: context, generation: context.pointee.generation, writable: 0, slot: slot,
          key: first + Int64(slot)))
    }
  }
}
