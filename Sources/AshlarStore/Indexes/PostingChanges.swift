import AshlarSchema

/// The changes that a commit makes to the posting lists of an index: for each value, the rows that gained it and the rows that lost it. The
/// value of an index of several columns consists of the values of these columns.
struct PostingChanges {
  private let table: TableDefinition
  private let index: IndexDefinition
  // The column of a single-column index; otherwise the first one.
  private let column: Int
  private let hasSeveralColumns: Bool
  // The context that resolves long values.
  private let context: UnsafeMutablePointer<AccessContext>
  // The path of the file, for errors.
  private let path: String
  private var values = EncodedValues()
  // The numbers of short values of one column, which are looked up without encoding them.
  private var shortValues = ShortValues()
  // The changes; the target is the number of a value.
  private var rows = LinkChanges()
  // For a unique index: the rows, by the number of the value, that were written and kept an encoded value with a cut text. Their texts may
  // have changed.
  private var rewritten: [Int: [Int64]] = [:]

  init(_ table: TableDefinition, _ index: IndexDefinition, _ context: UnsafeMutablePointer<AccessContext>, path: String) {
    self.table = table
    self.index = index
    column = index.parts[0]
    hasSeveralColumns = index.parts.count > 1
    self.context = context
    self.path = path
  }

  /// Writes the changes of the table's only overlay if they consist of at most one new row, which can be appended to the open block of its
  /// value or is the first row of the value. Otherwise returns false and writes nothing. Returns false for a unique index if the value has
  /// rows, which have to be compared with the rules.
  func append(
    _ overlay: Overlay, to writer: any StorageWriter, reading snapshot: any StorageSnapshot, _ sums: inout EntrySums
  ) throws -> Bool {
    let stored = overlay.storedRows(index.mask)
    var rows = stored.makeIterator()
    guard let slot = rows.next() else { return true }
    guard rows.next() == nil, overlay.cluster.isLive(slot), !overlay.wasLive(slot) else { return false }
    let layout = table.layouts[column]
    let offset = table.offsetsFull[column]
    return try withUnsafeTemporaryAllocation(byteCount: PostingBlock.keyLimit, alignment: 8) { buffer in
      var key = BlockWriter(buffer, "a key of a posting")
      ColumnPrefix.write(table: table.id, column: index.number, to: &key)
      key.append(atMost: IndexedValue.sizeLimit) { value in
        let home = SlotHome(base: overlay.base, context: context)
        if hasSeveralColumns { return index.write(table, table.fullColumns, slot, home, to: value) }
        return IndexedValue.write(
          layout, overlay.base + offset.offset + slot * layout.width,
          null: layout.hasNullFlag ? overlay.base + offset.null + slot : nil, home: home, to: value)
      }
      key.append(PostingBlock.openBound.bigEndian)
      let row = Int64(overlay.number) << Int64(table.shift) + Int64(slot)
      return try PostingChanges.append(row, key.written, writer, snapshot, &sums) { !index.isUnique }
    }
  }

  mutating func collect(_ overlay: Overlay) {
    let stored = overlay.storedRows(index.mask)
    if stored.isEmpty { return }
    let first = Int64(overlay.number) << Int64(table.shift)
    let new = stored.intersection(RowSet(liveIn: overlay.cluster))
    let newCells = Cells(table, column, overlay.base, table.fullColumns)
    guard let original = overlay.original else {
      for slot in new { rows.add(target: Int64(number(newCells, slot)), source: first + Int64(slot), isGained: true) }
      return
    }
    let old = stored.intersection(RowSet(liveIn: Cluster(original)))
    let oldCells = Cells(table, column, original, overlay.columns(ofOriginal: original))
    if new.isEmpty {
      for slot in old { rows.add(target: Int64(number(oldCells, slot)), source: first + Int64(slot), isGained: false) }
      return
    }
    for slot in stored {
      let had = old.contains(slot) ? number(oldCells, slot) : nil
      let has = new.contains(slot) ? number(newCells, slot) : nil
      if had == has {
        if index.isUnique, let has, UniqueCheck.isCut(values[has], index, table) {
          rewritten[has, default: []].append(first + Int64(slot))
        }
        continue
      }
      if let had { rows.add(target: Int64(had), source: first + Int64(slot), isGained: false) }
      if let has { rows.add(target: Int64(has), source: first + Int64(slot), isGained: true) }
    }
  }

  // The cells of the columns in a cluster.
  private struct Cells {
    let base: UnsafeMutableRawPointer
    let columns: UnsafePointer<ColumnOffset>
    // The cells and null flags of `column`.
    let start: UnsafeMutableRawPointer
    let null: UnsafeMutableRawPointer?

    init(_ table: TableDefinition, _ column: Int, _ base: UnsafeMutableRawPointer, _ columns: UnsafePointer<ColumnOffset>) {
      let offset = columns[column]
      self.base = base
      self.columns = columns
      start = base + offset.offset
      null = table.layouts[column].hasNullFlag ? base + offset.null : nil
    }
  }

  // Returns the number of the value in a row.
  private mutating func number(_ cells: Cells, _ slot: Int) -> Int {
    let home = SlotHome(base: cells.base, context: context)
    let layout = table.layouts[column]
    let cell = cells.start + slot * layout.width
    let null = cells.null.map { $0 + slot }
    var isShort = false
    if !hasSeveralColumns, let short = ShortValues.Value(layout, cell, null) {
      let known = shortValues.number(of: short, orAdd: values.count)
      if known < values.count { return known }
      isShort = true
    }
    return withUnsafeTemporaryAllocation(byteCount: IndexedValue.sizeLimit, alignment: 8) { buffer in
      let count =
        hasSeveralColumns
        ? index.write(table, cells.columns, slot, home, to: buffer)
        : IndexedValue.write(layout, cell, null: null, home: home, to: buffer)
      let value = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      return isShort ? values.add(value) : values.number(of: value)
    }
  }

  /// Writes the changed blocks in key order.
  /// - Parameter conflicts: Receives the rows that break the rule of a unique index; nil if the rule is not checked.
  mutating func write(
    to writer: any StorageWriter, reading snapshot: any StorageSnapshot, _ sums: inout EntrySums,
    _ conflicts: (any UniqueConflictReceiver)? = nil
  ) throws {
    if values.isEmpty { return }
    let check = index.isUnique ? conflicts.map { UniqueCheck(table, index, path: path, $0) } : nil
    rows.sort()
    var merge = PostingMerge(path: path)
    // The closures capture these instead of the whole structure, which would be copied for each value.
    let (tableID, number, values, rewritten) = (table.id, index.number, values, rewritten)
    try rows.withSorted { rows in
      // The index of the first change of each value.
      var starts = [Int](repeating: 0, count: values.count + 1)
      for index in 0..<rows.count { starts[Int(rows.place(index).target) + 1] += 1 }
      for number in 0..<values.count { starts[number + 1] += starts[number] }
      try withUnsafeTemporaryAllocation(byteCount: PostingBlock.keyLimit, alignment: 8) { buffer in
        for value in values.sorted() {
          var key = BlockWriter(buffer, "a key of a posting")
          ColumnPrefix.write(table: tableID, column: number, to: &key)
          values.withBytes(value) { key.append($0) }
          let range = starts[value]..<starts[value + 1]
          if range.count == 1, rows.isGained(range.lowerBound) {
            let size = key.size
            key.append(PostingBlock.openBound.bigEndian)
            let row = Int64(rows.place(range.lowerBound).source)
            // The first row of a value breaks no unique rule.
            let isAppended = try PostingChanges.append(row, key.written, writer, snapshot, &sums) {
              try check?.isRestricted(values[value]) != true
            }
            if isAppended { continue }
            key.removeLast(key.size - size)
          }
          merge.take(rows, range)
          let prefix = Array(key.written)
          let count = try merge.write(prefix, to: writer, reading: snapshot, &sums)
          try check?.judge(values[value], prefix, count: count, merge, rewritten: rewritten[value] ?? [], reading: snapshot)
        }
      }
    }
  }

  // Appends a row to the open block of its value, which is created if the value has no rows. Returns false and writes nothing if the block
  // has no room, if the row does not follow all other rows of the value, or if the value has rows and `mayHaveSeveralRows` returns false.
  private static func append(
    _ row: Int64, _ key: UnsafeRawBufferPointer, _ writer: any StorageWriter, _ snapshot: any StorageSnapshot, _ sums: inout EntrySums,
    _ mayHaveSeveralRows: () throws -> Bool
  ) throws -> Bool {
    guard let old = try snapshot.value(.postings, key) else {
      // A value whose rows are in closed blocks also has an open one. This buffer is on the stack; one of `sizeLimit` would not be.
      try withUnsafeTemporaryAllocation(byteCount: PostingBlock.firstRowSize, alignment: 8) { buffer in
        let block = PostingBlock.writeOpen(row, to: buffer)
        sums.add(.postings, key, block)
        try writer.put(.postings, key, block)
      }
      return true
    }
    guard try mayHaveSeveralRows() else { return false }
    return try withUnsafeTemporaryAllocation(byteCount: PostingBlock.sizeLimit, alignment: 8) { buffer in
      guard let longer = PostingBlock.append(row, to: old, in: buffer) else { return false }
      sums.remove(.postings, key, old)
      sums.add(.postings, key, longer)
      try writer.put(.postings, key, longer)
      return true
    }
  }
}
