extension ReadSession {
  /// Calls `body` with the rows of a table after a key, in key order, until `body` returns false. Skips clusters that end before the key.
  /// Complexity: O(rows visited), plus O(clusters with rows) if most rows have been deleted.
  func forEachRow(_ ordinal: Int, after key: Int64, _ body: (_ key: Int64, _ row: RowAccess) throws -> Bool) throws {
    guard let table = tables[ordinal] else { return }
    let lowest = Int(max(0, key + 1) >> Int64(table.shift))
    // Returns false when `body` has returned false.
    func visit(_ number: Int) throws -> Bool {
      let base = try cluster(table, number)
      noteVisits(1)
      guard Cluster(base).liveCount > 0 else { return true }
      let first = Int64(number) << Int64(table.shift)
      let columns = columns(table, number, base)
      for slot in RowSet(liveIn: Cluster(base)) where first + Int64(slot) > key {
        let row = RowAccess(
          base: base, columns: columns, context: context, generation: context.pointee.generation, writable: 0, slot: slot,
          key: first + Int64(slot))
        if try !body(first + Int64(slot), row) { return false }
      }
      return true
    }
    if let numbers = try sparseClusters(ordinal) {
      for number in numbers where number >= lowest { if try !visit(number) { return } }
    } else {
      var number = lowest
      while number < clusterCount(ordinal), try visit(number) { number += 1 }
    }
  }
}
