import AshlarSchema

extension ReadSession {
  /// Returns the rows that link to `target` through one column, by ascending key, each with the number of its links, including the changes
  /// of the open write. O(links + links in a block), plus O(changed clusters) the first time a write looks up the column.
  public func sources(_ link: LinkColumn, of target: Int64) throws -> [(key: Int64, count: Int)] {
    let stored = try storedSources(link, of: UInt64(bitPattern: target))
    guard pending != nil else { return stored }
    try buildDelta(link)
    let changes = pending?.backlinks[link.identity]?.changes(of: target) ?? []
    return changes.isEmpty ? stored : ReadSession.merged(stored, changes)
  }

  /// Returns the first rows of `sources(_:of:)`, enough of them to have at least `links` links in total; all rows if there are fewer links.
  /// O(`links` + links in a block + changes of the open write).
  public func sources(_ link: LinkColumn, of target: Int64, first links: Int) throws -> [(key: Int64, count: Int)] {
    guard let pending else { return try storedSources(link, of: UInt64(bitPattern: target), links: links) }
    try buildDelta(link)
    var changes = pending.backlinks[link.identity]?.changes(of: target) ?? []
    let lost = changes.reduce(0) { $0 - min(0, $1.difference) }
    let wanted = links > Int.max - lost ? .max : links + lost
    let stored = try storedSources(link, of: UInt64(bitPattern: target), links: wanted)
    if changes.isEmpty { return stored }
    // Changes after the last stored source that was read are dropped: stored sources that were not read may precede them.
    if let last = stored.last, stored.reduce(0, { $0 + $1.count }) >= wanted { changes.removeAll { $0.source > last.key } }
    return ReadSession.merged(stored, changes)
  }

  /// Returns a cursor over the links of one column, for many targets. O(1), plus O(changed clusters) the first time a write looks up the
  /// column.
  public func backlinkCursor(_ link: LinkColumn) throws -> BacklinkCursor { try BacklinkCursor(self, link) }

  /// Returns the number of links to `target` through one column, including the changes of the open write. O(links); O(1) within a write
  /// that has counted them before, plus O(changed clusters) the first time it looks up the column.
  public func sourceCount(_ link: LinkColumn, of target: Int64) throws -> Int {
    func stored() throws(StoreError) -> Int { try storedSources(link, of: UInt64(bitPattern: target)).reduce(0) { $0 + $1.count } }
    guard let pending else { return try stored() }
    try buildDelta(link)
    return try pending.backlinks[link.identity]?.count(of: target, stored: stored) ?? 0
  }

  // Merges stored sources with changes, both in ascending order of their keys.
  static func merged(_ stored: [(key: Int64, count: Int)], _ changes: [BacklinkDelta.Change]) -> [(key: Int64, count: Int)] {
    var result: [(key: Int64, count: Int)] = []
    result.reserveCapacity(stored.count + changes.count)
    var index = 0
    for change in changes {
      while index < stored.count, stored[index].key < change.source {
        result.append(stored[index])
        index += 1
      }
      var count = change.difference
      if index < stored.count, stored[index].key == change.source {
        count += stored[index].count
        index += 1
      }
      if count > 0 { result.append((change.source, count)) }
    }
    result += stored[index...]
    return result
  }

  // Returns the first sources in the snapshot that have at least `links` links in total, or all sources if they have fewer.
  private func storedSources(
    _ link: LinkColumn, of target: UInt64, links: Int = .max
  ) throws(StoreError) -> [(key: Int64, count: Int)] {
    var sources: [(key: Int64, count: Int)] = []
    var isWellFormed = true
    var left = links
    noteBacklinkSearch()
    let first = BacklinkBlock.Place(target: target, source: 0)
    try shared.snapshot.scan(.backlinks, prefix: link.prefix, from: BacklinkKey.key(link, first)) { key, block in
      isWellFormed = key.count == BacklinkKey.size && BacklinkBlock.read(block, target, into: &sources, &left)
      return isWellFormed && left > 0 && BacklinkKey.bound(key).target == target
    }
    if !isWellFormed { throw BacklinkBlock.damage(engine.path) }
    if frozen == nil { visitedSources += sources.count }
    return sources
  }

  func buildDelta(_ link: LinkColumn) throws {
    guard let pending, pending.backlinks[link.identity] == nil else { return }
    var changes = LinkChanges()
    for overlay in pending.overlays where overlay.table.ordinal == link.source { collectLinks(link, overlay, into: &changes) }
    pending.backlinks[link.identity] = BacklinkDelta(changes)
  }

  /// Adds each link that a changed row gained or lost, row by row.
  func collectLinks(_ link: LinkColumn, _ overlay: Overlay, into changes: inout LinkChanges) {
    let first = Int64(overlay.number) << Int64(overlay.table.shift)
    guard let element = link.element else { return collectSingleLinks(link, overlay, first, into: &changes) }
    let isAny = link.isAny
    overlay.forEachChangedSlot(link.column) { slot, old, new in
      let source = first + Int64(slot)
      forEachChangedRun(element, old: old, in: overlay.original, new: new, in: overlay.base) { elements, home, isNew in
        if isAny {
          var targets: [Int64] = []
          anyTargets(elements, element, home, &targets)
          for target in targets { changes.add(target: target, source: source, isGained: isNew) }
        } else {
          ElementRun(elements, element).forEachLink { changes.add(target: $0, source: source, isGained: isNew) }
        }
      }
    }
  }

  private func collectSingleLinks(_ link: LinkColumn, _ overlay: Overlay, _ first: Int64, into changes: inout LinkChanges) {
    func add(_ base: UnsafeMutableRawPointer, _ columns: UnsafePointer<ColumnOffset>, _ slot: Int, isGained: Bool) {
      if link.isAny {
        for target in anyTargets(link, base, columns, slot) { changes.add(target: target, source: first + Int64(slot), isGained: isGained) }
      } else {
        let target = (base + columns[link.column].offset + slot * 8).load(as: Int64.self)
        if target != 0 { changes.add(target: target - 1, source: first + Int64(slot), isGained: isGained) }
      }
    }
    for slot in overlay.storedRows(1 << UInt64(link.column & 63)) {
      if overlay.wasLive(slot), let original = overlay.original {
        add(original, overlay.columns(ofOriginal: original), slot, isGained: false)
      }
      if overlay.cluster.isLive(slot) { add(overlay.base, overlay.table.fullColumns, slot, isGained: true) }
    }
  }

  /// Returns the rows that one row links to through a column; packed `AnyLink`s if the column contains `AnyRealmValue`s. `offsets` are the
  /// column offsets of its cluster.
  func targets(_ link: LinkColumn, _ base: UnsafeMutableRawPointer, _ offsets: UnsafePointer<ColumnOffset>, _ slot: Int) -> [Int64] {
    if link.isAny { return anyTargets(link, base, offsets, slot) }
    if let element = link.element {
      let cell = base + offsets[link.column].offset + slot * Slot.size
      return elements(cell, in: SlotHome(base: base, context: context), element).links()
    }
    let target = (base + offsets[link.column].offset + slot * 8).load(as: Int64.self)
    return target == 0 ? [] : [target - 1]
  }
}

extension LinkColumn {
  /// A number that identifies the column among all columns of the process.
  var identity: Int { source << 32 | column }
}
