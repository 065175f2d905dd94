import AshlarSchema

extension StoreSession {
  /// Returns whether an `AnyRealmValue` may link to rows of a table.
  func isTargetOfAny(_ table: TableDefinition) -> Bool { !anyLinks.isEmpty && table.entity.kind == .object }

  /// Returns the given rows that at least one row links to, in ascending order. O(rows + links to them) for each column that may link to
  /// the table, with one search for each block of the backlink index.
  func linkedRows(_ table: TableDefinition, _ keys: [Int64]) throws -> [Int64] {
    guard !table.backlinks.isEmpty || isTargetOfAny(table) else { return [] }
    let existing = 0..<views[table.ordinal].nextKey
    var sorted = keys.filter { existing.contains($0) }
    // The keys that a query finds are usually sorted already.
    if !zip(sorted, sorted.dropFirst()).allSatisfy({ $0 <= $1 }) { sorted.sort() }
    var linked: Set<Int64> = []
    for link in table.backlinks {
      var cursor = try backlinkCursor(link)
      for key in sorted where try cursor.hasSources(of: key) { linked.insert(key) }
    }
    if isTargetOfAny(table) {
      for link in anyLinks {
        var cursor = try backlinkCursor(link)
        for key in sorted where try cursor.hasSources(of: AnyLink(table: table.id, key: key).packed) { linked.insert(key) }
      }
    }
    return linked.sorted()
  }

  /// Removes the links to several rows, which are about to be deleted, from each row that links to more than one of them through a
  /// collection or through `AnyRealmValue`s: its elements are then traversed once instead of once per deleted row. Other links remain. The
  /// keys must be in ascending order. O(links + elements of these rows).
  func unlinkTogether(_ table: TableDefinition, _ keys: [Int64]) throws {
    guard keys.count > 1 else { return }
    try unlinkFromCollections(table, keys)
    guard isTargetOfAny(table) else { return }
    for link in anyLinks {
      var counts: [Int64: [AnyLink: Int]] = [:]
      var cursor = try backlinkCursor(link)
      for key in keys {
        let target = AnyLink(table: table.id, key: key)
        try cursor.forEachSource(of: target.packed) { row, count in counts[row, default: [:]][target] = count }
      }
      for (row, counts) in counts where counts.count > 1 { try unlinkAny(link, in: row, from: counts) }
    }
  }

  private func unlinkFromCollections(_ table: TableDefinition, _ keys: [Int64]) throws {
    for link in table.backlinks {
      guard let element = link.element, let source = tables[link.source] else { continue }
      var targets: [Int64: Set<Int64>] = [:]
      var cursor = try backlinkCursor(link)
      for key in keys {
        try cursor.forEachSource(of: key) { row, _ in targets[row, default: []].insert(key) }
      }
      for (key, targets) in targets where targets.count > 1 {
        guard let row = try makeWritable(link.source, key) else { continue }
        let cell = row.base + row.columns[link.column].offset + row.slot * source.layouts[link.column].width
        mark(row, link.column)
        for target in unlinkElements(cell, in: row.base, element, LinkTargets(targets)) { noteLink(link, target: target, source: key, -1) }
      }
    }
  }
}
