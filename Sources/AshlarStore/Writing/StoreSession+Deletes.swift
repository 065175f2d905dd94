import AshlarSchema
import CAshlar

// Deletes rows.
extension StoreSession {
  /// Deletes rows of one table. Rows that do not exist are skipped. See `delete(_:)` for several tables.
  /// - Returns: Whether the rows were deleted; false if a rule refuses the deletion.
  @discardableResult
  public func delete(_ ordinal: Int, _ keys: [Int64]) throws -> Bool {
    if keys.count == 1 { return try delete(ordinal, keys[0]) }
    if obeysDeleteRules(ordinal) { return try delete([ordinal: keys]) }
    try deleteTogether(ordinal, keys)
    return true
  }

  // Deletes rows that no delete rule concerns, with the same result as deleting them one by one. Rows that do not exist are skipped. The
  // links to all of these rows are looked up together; see `linkedRows`. If the table has no link columns, rows that no row links to are
  // deleted cluster by cluster.
  private func deleteTogether(_ ordinal: Int, _ keys: [Int64]) throws {
    guard let table = tables[ordinal] else { return }
    let linked = try linkedRows(table, keys)
    if !linked.isEmpty { try unlinkTogether(table, linked) }
    if table.links.isEmpty {
      for key in linked { try delete(ordinal, key) }
      return try deleteUnlinked(table, keys)
    }
    // `linked` remains valid during the deletions, because they only remove links.
    let isLinked = Set(linked)
    var owned: OwnedRows = [:]
    for key in keys { try delete(table, key, from: table.backlinks, isLinked: isLinked.contains(key), &owned) }
    try deleteOwned(owned)
  }

  /// The keys of embedded objects by entity ordinal.
  private typealias OwnedRows = [Int: [Int64]]

  // Deletes the embedded objects of deleted rows, table by table.
  private func deleteOwned(_ owned: OwnedRows) throws {
    for (ordinal, keys) in owned.sorted(by: { $0.key < $1.key }) { try delete(ordinal, keys) }
  }

  // Deletes the given rows that still exist. No row may link to any of them.
  private func deleteUnlinked(_ table: TableDefinition, _ keys: [Int64]) throws(StoreError) {
    let ordinal = table.ordinal
    let wordMask = table.capacity / 64 - 1
    var rows = RowSet()
    var number = -1
    // The number of the current group of 64 rows, and the bits of those that are deleted.
    var word: Int64 = -1
    var bits: UInt64 = 0
    for key in keys where key >= 0 && key < views[ordinal].nextKey {
      if key >> 6 != word {
        rows.insert(bits, word: Int(word) & wordMask)
        word = key >> 6
        bits = 0
        if Int(key >> Int64(table.shift)) != number {
          try remove(rows, table, number)
          rows = RowSet()
          number = Int(key >> Int64(table.shift))
        }
      }
      bits |= 1 << UInt64(key & 63)
    }
    rows.insert(bits, word: Int(word) & wordMask)
    try remove(rows, table, number)
  }

  /// Deletes the given rows of one cluster, except for those that do not exist. No remaining row may link to any of them. Does not record
  /// the links that the rows lose.
  func remove(_ rows: RowSet, _ table: TableDefinition, _ number: Int) throws(StoreError) {
    if rows.isEmpty { return }
    let found = try cluster(table, number)
    let rows = rows.intersection(RowSet(liveIn: Cluster(found)))
    if rows.isEmpty { return }
    rememberCounters(table.ordinal)
    let base = try touch(table, number)
    clearRows(rows, table, base)
    for word in 0..<table.capacity / 64 { Cluster(base).removeLive(rows.word(word), word: word) }
    let count = rows.count
    Cluster(base).liveCount -= count
    views[table.ordinal].liveCount -= count
    if views[table.ordinal].isTracked { noteRows(table.ordinal, number, base) }
    dataVersion += 1
    if let transaction, transaction.tracksStores {
      let first = Int64(number) << Int64(table.shift)
      for slot in rows { transaction.noteStore(table.ordinal, first + Int64(slot)) }
    }
  }

  /// Deletes a row, its embedded children, and the rows that delete rules add. Links to it become null, elements of lists and sets that
  /// link to it are removed, and values of maps that link to it become null. O(links to it).
  /// - Returns: Whether the row was deleted, or did not exist; false if a rule refuses the deletion.
  @discardableResult
  public func delete(_ ordinal: Int, _ key: Int64) throws -> Bool {
    guard let table = tables[ordinal] else { return true }
    var owned: OwnedRows = [:]
    if obeysDeleteRules(ordinal) {
      guard try isAlone(table, key) else { return try delete([ordinal: [key]]) }
      // No row links to the row through other columns.
      try delete(table, key, from: deleteRules[ordinal].clearedSources, isLinked: true, &owned)
      return true
    }
    try delete(table, key, from: table.backlinks, isLinked: true, &owned)
    try deleteOwned(owned)
    return true
  }

  // Returns true only if neither delete rules nor embedded objects add rows to the deletion of one row, and no rule refuses it. Usually,
  // reading two or three cells and searching two or three indexes suffices, so deleting rows one by one is as fast as without rules.
  private func isAlone(_ table: TableDefinition, _ key: Int64) throws -> Bool {
    let rules = deleteRules[table.ordinal]
    guard let row = try locate(table.ordinal, key) else { return true }
    for link in rules.targets where hasTargets(link, row) { return false }
    for denial in rules.deniedTargets where hasTargets(denial.link, row) { return false }
    for link in rules.sources where try !sources(link, of: key, first: 1).isEmpty { return false }
    for denial in rules.deniedSources where try !sources(denial.link, of: key, first: 1).isEmpty { return false }
    return true
  }

  private func hasTargets(_ link: LinkColumn, _ row: RowAccess) -> Bool {
    let cells = row.base + row.columns[link.column].offset
    guard let element = link.element else { return (cells + row.slot * 8).load(as: Int64.self) != 0 }
    return elements(cells + row.slot * Slot.size, in: row.home, element).count > 0
  }

  // Deletes a row without its embedded objects, which are appended to `owned`. Other rows may link to it only through the columns
  // `backlinks` and through `AnyRealmValue`s. `isLinked` is false if it is known that no row links to it.
  private func delete(
    _ table: TableDefinition, _ key: Int64, from backlinks: [LinkColumn], isLinked: Bool, _ owned: inout OwnedRows
  ) throws {
    let ordinal = table.ordinal
    guard try locate(ordinal, key) != nil else { return }
    rememberCounters(ordinal)
    if isLinked {
      for link in backlinks { try unlink(link, from: key) }
      if isTargetOfAny(table) {
        for link in anyLinks { try unlinkAny(link, from: AnyLink(table: table.id, key: key)) }
      }
    }
    // Unlinking may have created an overlay of this cluster.
    let view = views + ordinal
    let number = Int(key >> Int64(view.pointee.shift))
    let base: UnsafeMutableRawPointer
    if let known = view.pointee.cachedCluster(number), Cluster(known).isOverlay { base = known } else { base = try touch(table, number) }
    let slot = Int(key) & (1 << view.pointee.shift - 1)
    guard Cluster(base).isLive(slot) else { return }
    for link in table.links {
      let targets = targets(link, base, table.fullColumns, slot)
      for target in targets { noteLink(link, target: target, source: key, -1) }
      if link.isEmbedded, !targets.isEmpty { owned[link.target, default: []] += targets }
    }
    clearRow(table, base, slot)
    Cluster(base).setLive(slot, false)
    Cluster(base).liveCount -= 1
    views[ordinal].liveCount -= 1
    transaction?.noteStore(ordinal, key)
    if view.pointee.isTracked { noteRows(ordinal, number, base) }
    dataVersion += 1
  }

  // Clears the cells of deleted rows. The cells of dead rows are zero, so that computing a sum need not read the bitmap.
  private func clearRows(_ rows: RowSet, _ table: TableDefinition, _ base: UnsafeMutableRawPointer) {
    if rows.count <= StoreSession.fewRows {
      for slot in rows { clearRow(table, base, slot) }
      return
    }
    for slot in rows { Cluster(base).markAll(slot) }
    for ordinal in 0..<table.columnCount {
      let column = table.layouts[ordinal]
      let offset = table.offsetsFull[ordinal]
      let cells = base + offset.offset
      if column.isSlot {
        for slot in rows { dropCell(cells + slot * Slot.size, column, base) }
      }
      rows.withWords { ashlar_clear_rows(cells, column.width, table.capacity, $0) }
      if column.hasNullFlag { rows.withWords { ashlar_clear_rows(base + offset.null, 1, table.capacity, $0) } }
    }
  }

  // The number of rows up to which clearing each row is faster than scanning all rows of each column.
  private static let fewRows = 8

  private func clearRow(_ table: TableDefinition, _ base: UnsafeMutableRawPointer, _ slot: Int) {
    Cluster(base).markAll(slot)
    for ordinal in 0..<table.columnCount {
      let column = table.layouts[ordinal]
      let offset = table.offsetsFull[ordinal]
      let cell = base + offset.offset + slot * column.width
      if column.isSlot { dropCell(cell, column, base) }
      StoreSession.clear(cell, column.width)
      if column.hasNullFlag { (base + offset.null + slot).storeBytes(of: 0, as: UInt8.self) }
    }
  }

  // Handles common widths separately, because a function call costs more than clearing most cells.
  @inline(__always)
  private static func clear(_ cell: UnsafeMutableRawPointer, _ width: Int) {
    switch width {
    case 1: cell.storeBytes(of: 0, as: UInt8.self)
    case 8: cell.storeBytes(of: 0, as: UInt64.self)
    case 12:
      cell.storeBytes(of: 0, as: UInt64.self)
      cell.storeBytes(of: 0, toByteOffset: 8, as: UInt32.self)
    default: cell.initializeMemory(as: UInt8.self, repeating: 0, count: width)
    }
  }

  // Counts as garbage the heap bytes to which a cell and its elements no longer refer.
  @inline(__always)
  private func dropCell(_ cell: UnsafeMutableRawPointer, _ column: ColumnLayout, _ base: UnsafeMutableRawPointer) {
    if let element = column.element, element.hasSlots, Slot(at: cell).tag <= Slot.heapTag {
      ElementRun(Slot.bytesNearby(at: cell, in: base), element).forEachSlot { dropSlot($0, base) }
    }
    dropSlot(cell, base)
  }
}
