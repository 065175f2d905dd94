import AshlarSchema

// Adds and removes links in a write.
extension StoreSession {
  /// Records that the open write added links (`change` is positive) or removed links. Does nothing before the backlinks of the column are
  /// read.
  public func noteLink(_ link: LinkColumn, target: Int64, source: Int64, _ change: Int) {
    guard let transaction, !transaction.backlinks.isEmpty else { return }
    transaction.backlinks[link.identity]?.add(target: target, source: source, change)
  }

  /// Discards the collected link changes of a column. Must be called after links have changed without a call of `noteLink`. The changes are
  /// collected again when needed.
  public func forgetLinkChanges(_ link: LinkColumn) {
    transaction?.backlinks[link.identity] = nil
  }

  /// Removes every link to `target` from one column.
  func unlink(_ link: LinkColumn, from target: Int64) throws {
    guard let table = tables[link.source] else { return }
    for (source, count) in try sources(link, of: target) {
      guard let row = try makeWritable(link.source, source) else { continue }
      let cell = row.base + row.columns[link.column].offset + row.slot * table.layouts[link.column].width
      mark(row, link.column)
      if let element = link.element {
        let removed = unlinkElements(cell, in: row.base, element, from: target, limit: count)
        noteLink(link, target: target, source: source, -removed)
      } else {
        cell.storeBytes(of: 0, as: Int64.self)
        noteLink(link, target: target, source: source, -1)
      }
    }
  }

  /// Removes every link to a row from one column of type `AnyRealmValue`.
  func unlinkAny(_ link: LinkColumn, from target: AnyLink) throws {
    for (source, count) in try sources(link, of: target.packed) { try unlinkAny(link, in: source, from: [target: count]) }
  }

  /// Removes every link to the given rows from the `AnyRealmValue`s that one row has in a column. `counts` contains the number of links of
  /// the row to each target. O(elements of the column in this row).
  func unlinkAny(_ link: LinkColumn, in source: Int64, from counts: [AnyLink: Int]) throws {
    guard let row = try makeWritable(link.source, source) else { return }
    let targets = Set(counts.keys)
    let cell = row.base + row.columns[link.column].offset + row.slot * Slot.size
    mark(row, link.column)
    if let element = link.element {
      try unlinkAny(row, link.column, cell, element, from: targets)
    } else {
      storeAny(try anyValue(cell, in: row.base).removing(targets), at: cell, in: row.base)
    }
    for (target, count) in counts { noteLink(link, target: target.packed, source: source, -count) }
  }

  // Removes the links from the values of a collection. Elements of lists and sets that are such a link are removed; values of maps become
  // `none`.
  private func unlinkAny(
    _ row: RowAccess, _ column: Int, _ cell: UnsafeMutableRawPointer, _ element: ElementLayout, from targets: Set<AnyLink>
  ) throws {
    let stored = elements(cell, in: row.home, element)
    var changed: [(index: Int, value: AnyStored)] = []
    var removed: [Int] = []
    for index in 0..<stored.count {
      let (place, home) = stored.place(index)
      // Decoding a value costs more than checking its first byte, which suffices for most values.
      guard links(at: place + element.valueOffset, home, contain: targets) else { continue }
      let value = try anyValue(place + element.valueOffset, in: home.base)
      if value.isLink(in: targets), !element.hasKey { removed.append(index) } else { changed.append((index, value.removing(targets))) }
    }
    for (index, value) in changed {
      storeAny(value, at: mutableElement(row, column, element, at: index) + element.valueOffset, in: row.base)
    }
    if !removed.isEmpty { removeElements(row, column, element, at: removed) }
  }
}
