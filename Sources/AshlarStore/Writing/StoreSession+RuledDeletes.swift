import AshlarSchema

// Deletes rows according to delete rules.
extension StoreSession {
  /// Deletes rows of several tables, their embedded children, and the rows that `cascade` rules add. All of these are determined before
  /// anything changes. If a `deny` rule refuses the deletion, nothing is deleted, and the write can only be cancelled: its commit throws
  /// `RuleError`. Rows that do not exist are skipped.
  /// - Parameter keys: The rows by entity ordinal.
  /// - Returns: Whether the rows were deleted.
  @discardableResult
  public func delete(_ keys: [Int: [Int64]]) throws -> Bool {
    guard keys.keys.contains(where: obeysDeleteRules) else {
      for (ordinal, keys) in keys.sorted(by: { $0.key < $1.key }) { try delete(ordinal, keys) }
      return true
    }
    let closure = try DeletionClosure(self, keys)
    if let violation = try closure.denial() {
      refuseWrite(RuleError(path: engine.path, [violation]))
      return false
    }
    for deleted in closure.tables { try unlink(deleted, closure) }
    try remove(closure)
    return true
  }

  /// Returns whether a deletion of rows would be permitted. If it would not, refuses the write as `delete(_:)` does. Changes no row.
  /// - Parameter keys: The rows by entity ordinal.
  public func mayDelete(_ keys: [Int: [Int64]]) throws -> Bool {
    guard let violation = try refusal(ofDeleting: keys) else { return true }
    refuseWrite(RuleError(path: engine.path, [violation]))
    return false
  }

  // MARK: - Links to deleted rows

  // Removes the links that remaining rows have to deleted rows of one table. Links between deleted rows are not written.
  private func unlink(_ deleted: DeletedRows, _ closure: DeletionClosure) throws {
    let keys = deleted.keys()
    for link in deleteRules[deleted.table.ordinal].clearedSources {
      let others = closure.rows(link.source)
      if link.element == nil {
        var links: [(source: Int64, target: Int64)] = []
        try forEachLink(link, to: deleted, keys) { source, target, _ in
          if others?.contains(source) != true { links.append((source, target)) }
        }
        for (source, target) in links { try unlink(link, source, [target: 1]) }
        continue
      }
      var counts: [Int64: [Int64: Int]] = [:]
      try forEachLink(link, to: deleted, keys) { source, target, count in
        if others?.contains(source) != true { counts[source, default: [:]][target, default: 0] += count }
      }
      for (source, counts) in counts.sorted(by: { $0.key < $1.key }) { try unlink(link, source, counts) }
    }
    guard isTargetOfAny(deleted.table) else { return }
    for link in anyLinks {
      let others = closure.rows(link.source)
      var counts: [Int64: [AnyLink: Int]] = [:]
      var cursor = try backlinkCursor(link)
      for key in keys {
        let target = AnyLink(table: deleted.table.id, key: key)
        try cursor.forEachSource(of: target.packed) { source, count in
          if others?.contains(source) != true { counts[source, default: [:]][target] = count }
        }
      }
      for (source, counts) in counts.sorted(by: { $0.key < $1.key }) { try unlinkAny(link, in: source, from: counts) }
    }
  }

  // Removes the links of one row through a column to the targets in `counts`, which contains the number of links to each target.
  private func unlink(_ link: LinkColumn, _ source: Int64, _ counts: [Int64: Int]) throws {
    guard let table = tables[link.source], let row = try makeWritable(link.source, source) else { return }
    let cell = row.base + row.columns[link.column].offset + row.slot * table.layouts[link.column].width
    mark(row, link.column)
    guard let element = link.element else {
      cell.storeBytes(of: 0, as: Int64.self)
      for target in counts.keys { noteLink(link, target: target, source: source, -1) }
      return
    }
    if counts.count == 1, let (target, count) = counts.first {
      let removed = unlinkElements(cell, in: row.base, element, from: target, limit: count)
      noteLink(link, target: target, source: source, -removed)
    } else {
      for target in unlinkElements(cell, in: row.base, element, LinkTargets(Set(counts.keys))) {
        noteLink(link, target: target, source: source, -1)
      }
    }
  }

  // MARK: - Deleted rows

  // The number of rows up to which the links that deleted rows lose are always recorded.
  private static let fewDeletedRows = 64

  // Deletes rows to which no remaining row links.
  private func remove(_ closure: DeletionClosure) throws {
    let isNoted = notesLinks(closure)
    for deleted in closure.tables {
      let table = deleted.table
      let links = isNoted ? table.links.filter { transaction?.backlinks[$0.identity] != nil } : []
      try deleted.forEachCluster { number, rows in
        if !links.isEmpty { try noteLinks(links, of: rows, table, number) }
        try remove(rows, table, number)
      }
      if !isNoted { for link in table.links { forgetLinkChanges(link) } }
    }
  }

  // Returns whether the links that deleted rows lose are recorded one by one. Otherwise, the next look-up collects them again from all
  // changed clusters, which takes less time and memory if the deletion is a large part of the write. A loop of deletions then reads each
  // changed cluster a limited number of times on average.
  private func notesLinks(_ closure: DeletionClosure) -> Bool {
    let count = closure.count
    if count <= StoreSession.fewDeletedRows { return true }
    var clusters = transaction?.overlays.count ?? 0
    for deleted in closure.tables { deleted.forEachCluster { _, _ in clusters += 1 } }
    return count / 32 < clusters
  }

  private func noteLinks(_ links: [LinkColumn], of rows: RowSet, _ table: TableDefinition, _ number: Int) throws {
    let base = try cluster(table, number)
    let columns = columns(table, number, base)
    for link in links {
      for slot in rows {
        let source = Int64(number) << Int64(table.shift) + Int64(slot)
        for target in targets(link, base, columns, slot) { noteLink(link, target: target, source: source, -1) }
      }
    }
  }
}
