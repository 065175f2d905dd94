extension ReadSession {
  /// Calls `body` with each row of a table, in key order. Complexity: O(rows).
  public func forEachRow(_ ordinal: Int, _ body: (_ key: Int64, _ row: RowAccess) throws -> Void) throws {
    guard let table = tables[ordinal] else { return }
    try forEachCluster(ordinal) { first, base in
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
}
