import AshlarSchema

extension StoreSession {
  /// Removes the links to several rows, which are about to be deleted, from collections that contain more than one such link: each
  /// collection is traversed once instead of once per row. Other links remain. O(links + elements of these collections).
  func unlinkFromCollections(_ table: TableDefinition, _ keys: [Int64]) throws {
    guard keys.count > 1 else { return }
    for link in table.backlinks {
      guard let element = link.element, let source = tables[link.source] else { continue }
      var targets: [Int64: Set<Int64>] = [:]
      for key in keys {
        for (row, _) in try sources(link, of: key) { targets[row, default: []].insert(key) }
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
