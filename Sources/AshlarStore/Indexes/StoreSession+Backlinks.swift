import AshlarSchema

extension StoreSession {
  /// The rows that link to `target` through one column, by rising key, each with the number of its links.
  /// O(links), plus O(changed clusters) the first time a write asks for the column.
  public func sources(_ link: LinkColumn, of target: Int64) throws -> [(key: Int64, count: Int)] {
    var stored: [(key: Int64, count: Int)] = []
    var isWellFormed = true
    try shared.snapshot.scan(.backlinks, prefix: BacklinkKey.targetPrefix(link, target: target), from: nil) { key, value in
      isWellFormed = KeySpace.backlinks.accepts(keySize: key.count, valueSize: value.count)
      guard isWellFormed else { return false }
      stored.append((BacklinkKey.source(key), Int(value.loadUnaligned(as: UInt32.self))))
      return true
    }
    guard isWellFormed else {
      throw StoreError.damaged(path: engine.path, detail: "an entry of '\(KeySpace.backlinks.rawValue)' has a wrong size")
    }
    guard transaction != nil else { return stored }
    try buildDelta(link)
    let changes = transaction?.backlinks[link]?.changes(of: target) ?? [:]
    guard !changes.isEmpty else { return stored }
    var merged: [Int64: Int] = [:]
    for (key, count) in stored { merged[key] = count }
    for (key, change) in changes { merged[key, default: 0] += change }
    return merged.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { (key: $0.key, count: $0.value) }
  }

  /// The open write gained or lost a link. Free until someone asked for the column.
  public func noteLink(_ link: LinkColumn, target: Int64, source: Int64, _ change: Int) {
    guard let transaction, transaction.backlinks[link] != nil else { return }
    transaction.backlinks[link]?.add(target: target, source: source, change)
  }

  private func buildDelta(_ link: LinkColumn) throws {
    guard let transaction, transaction.backlinks[link] == nil else { return }
    var delta = BacklinkDelta()
    for overlay in transaction.overlays where overlay.table.ordinal == link.source {
      forEachLinkChange(link, overlay) { target, source, change, _ in delta.add(target: target, source: source, change) }
    }
    transaction.backlinks[link] = delta
  }

  /// Calls `body` with each link that a changed row lost or gained.
  func forEachLinkChange(
    _ link: LinkColumn, _ overlay: Overlay, _ body: (_ target: Int64, _ source: Int64, _ change: Int, _ isNewSource: Bool) -> Void
  ) {
    let first = Int64(overlay.number) << Int64(overlay.table.layout.shift)
    if let element = link.element {
      overlay.forEachChangedSlot(link.column) { slot, old, new in
        let isNewSource = !overlay.wasLive(slot)
        forEachChangedRun(element, old: old, in: overlay.original, new: new, in: overlay.base) { elements, home, isNew in
          var targets: [Int64] = []
          if link.isAny { anyTargets(elements, element, home, &targets) } else { elements.appendLinks(element, to: &targets) }
          for target in targets { body(target, first + Int64(slot), isNew ? 1 : -1, isNewSource) }
        }
      }
      return
    }
    for slot in overlay.storedRows(1 << UInt64(link.column & 63)) {
      let wasLive = overlay.wasLive(slot)
      if wasLive, let original = overlay.original {
        for target in targets(link, original, slot) { body(target, first + Int64(slot), -1, false) }
      }
      if overlay.base.isLive(slot) {
        for target in targets(link, overlay.base, slot) { body(target, first + Int64(slot), 1, !wasLive) }
      }
    }
  }

  /// The rows that one row links to through a column.
  func targets(_ link: LinkColumn, _ base: UnsafeMutableRawPointer, _ slot: Int) -> [Int64] {
    guard let table = tables[link.source] else { return [] }
    let offsets = table.offsets(capacity: base.header(ClusterHeader.capacityOffset)).columns
    if link.isAny { return anyTargets(link, base, slot) }
    if let element = link.element {
      let cell = base + Int(offsets[link.column].offset) + slot * Slot.size
      return elements(cell, in: SlotHome(base: base, context: context), element).links()
    }
    let target = (base + Int(offsets[link.column].offset) + slot * 8).load(as: Int64.self)
    return target == 0 ? [] : [target - 1]
  }

  /// Removes every link to `target` through one column.
  func unlink(_ link: LinkColumn, from target: Int64) throws {
    guard let table = tables[link.source] else { return }
    for (source, _) in try sources(link, of: target) {
      guard let row = try makeWritable(link.source, source) else { continue }
      let cell = row.base + Int(row.columns[link.column].offset) + row.slot * table.layout.columns[link.column].width
      mark(row, link.column)
      if let element = link.element {
        for _ in 0..<unlinkElements(cell, in: row.base, element, target) { noteLink(link, target: target, source: source, -1) }
      } else {
        cell.storeBytes(of: 0, as: Int64.self)
        noteLink(link, target: target, source: source, -1)
      }
    }
  }

  /// Marks a column of a writable row as changed.
  public func mark(_ row: RowAccess, _ column: Int) {
    let place = row.base - (8 + row.slot * 8)
    place.storeBytes(of: place.load(as: UInt64.self) | 1 << UInt64(column & 63), as: UInt64.self)
    dataVersion += 1
  }
}
