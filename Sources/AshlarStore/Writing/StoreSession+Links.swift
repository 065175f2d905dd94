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
    for (source, count) in try sources(link, of: target.packed) {
      guard let row = try makeWritable(link.source, source) else { continue }
      let cell = row.base + row.columns[link.column].offset + row.slot * Slot.size
      mark(row, link.column)
      if let element = link.element {
        let stored = elements(cell, in: row.home, element)
        var changed: [(index: Int, value: AnyStored)] = []
        for index in 0..<stored.count {
          let (place, home) = stored.place(index)
          // Decoding a value costs more than checking its first byte, which suffices for most values.
          guard links(at: place + element.valueOffset, home, contain: target) else { continue }
          changed.append((index, try anyValue(place + element.valueOffset, in: home.base)))
        }
        for (index, value) in changed.reversed() {
          if value == .link(target), !element.hasKey {
            removeElements(row, link.column, element, index..<index + 1)
          } else {
            let place = mutableElement(row, link.column, element, at: index) + element.valueOffset
            storeAny(value.removing(target), at: place, in: row.base)
          }
        }
      } else {
        storeAny(try anyValue(cell, in: row.base).removing(target), at: cell, in: row.base)
      }
      noteLink(link, target: target.packed, source: source, -count)
    }
  }
}
