import AshlarSchema

/// Finds the rows of a table that have the same values in several columns.
struct EqualRows {
  private let table: TableDefinition
  private let columns: [Int]
  private let session: ReadSession
  private let nilCounts: Bool

  /// Returns nil if the table lacks a column with one of the stored names, or if the values of one of these columns cannot be unique.
  /// - Parameter nilCounts: Whether nil equals nil. Otherwise, a row with a nil value equals no other row.
  init?(_ table: TableDefinition, _ names: [String], nilCounts: Bool = false, _ session: ReadSession) {
    var columns: [Int] = []
    for name in names {
      guard let column = table.entity.columns.firstIndex(where: { $0.storedName == name }), EqualRows.canCompare(table.layouts[column])
      else { return nil }
      columns.append(column)
    }
    if columns.isEmpty { return nil }
    self.table = table
    self.columns = columns
    self.session = session
    self.nilCounts = nilCounts
  }

  private static func canCompare(_ layout: ColumnLayout) -> Bool {
    layout.element == nil && (layout.kind == .link || layout.type != .any && layout.type.kind.canBeIndexed)
  }

  /// Returns the rows with equal values. Each array contains at least two rows, in creation order. Complexity: O(rows log rows).
  func find() throws -> [[Int64]] {
    var hashes: [(hash: UInt64, key: Int64)] = []
    try session.walkRows(table.ordinal) { key, row in
      if let value = value(row) { hashes.append((value.withUnsafeBytes(KeyProbe.mix), key)) }
    }
    hashes.sort { ($0.hash, $0.key) < ($1.hash, $1.key) }
    var found: [[Int64]] = []
    var start = 0
    while start < hashes.count {
      var end = start + 1
      while end < hashes.count, hashes[end].hash == hashes[start].hash { end += 1 }
      if end - start > 1 {
        // Rows with one hash may have different values.
        var groups: [[UInt8]: [Int64]] = [:]
        for (_, key) in hashes[start..<end] {
          if let row = try session.locate(table.ordinal, key), let value = value(row) { groups[value, default: []].append(key) }
        }
        found += groups.values.filter { $0.count > 1 }
      }
      start = end
    }
    return found.ordered { $0[0] < $1[0] }
  }

  // Returns bytes that are equal only for equal values; nil if the row equals no other row because a value is nil.
  private func value(_ row: RowAccess) -> [UInt8]? {
    var bytes: [UInt8] = []
    for column in columns {
      let (layout, offset) = (table.layouts[column], row.columns[column])
      let cell = row.base + offset.offset + row.slot * layout.width
      let isNil =
        layout.hasNullFlag && (row.base + offset.null + row.slot).load(as: UInt8.self) == 0
        || layout.kind == .link && cell.loadUnaligned(as: Int64.self) == 0 || layout.kind == .string && Slot(at: cell).isNull
      if isNil, !nilCounts { return nil }
      bytes.append(isNil ? 0 : 1)
      if isNil { continue }
      guard layout.kind == .string else {
        bytes += UnsafeRawBufferPointer(start: cell, count: layout.width)
        continue
      }
      let text = Slot.bytes(at: cell, in: row.home)
      // The size is stored first: otherwise, the bytes of "a" and "bc" would equal those of "ab" and "c".
      withUnsafeBytes(of: text.count) { bytes += $0 }
      bytes += text
    }
    return bytes
  }
}
