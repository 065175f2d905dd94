import AshlarSchema

/// Rebuilds the index of a table's primary keys from its rows after a migration.
struct KeyRebuild {
  private let table: TableDefinition
  private let session: ReadSession
  private let path: String
  private let progress: (_ rows: Int) throws -> Void

  /// - Parameters:
  ///   - table: The definition with the new primary key, if any.
  ///   - session: The session that contains the rows. Its definition of the table has the same columns.
  ///   - progress: Called with the number of rows read.
  init(_ table: TableDefinition, _ session: ReadSession, path: String, progress: @escaping (_ rows: Int) throws -> Void = { _ in }) {
    self.progress = progress
    self.table = table
    self.session = session
    self.path = path
  }

  /// Replaces the index entries of `old` with those of the session's rows. Throws `CatalogError.duplicateKeys` if several rows have the
  /// same key. Complexity: O(rows log rows).
  func run(replacing old: (ReadSession, TableDefinition)?, _ writer: any StorageWriter, _ sums: inout EntrySums) throws {
    let removed = try old.map { session, table in try KeyRebuild.hashes(table, session, { _ in }) } ?? []
    let added = try KeyRebuild.hashes(table, session, progress)
    try check(added)
    // A row whose key is unchanged keeps its entry: removing and adding the same entry in one commit would lose it.
    var changes = KeyChanges()
    for (hash, key) in KeyRebuild.subtracting(added, from: removed) {
      changes.add(hash, KeyEntries.entry(table.id, key), isAdded: false)
    }
    for (hash, key) in KeyRebuild.subtracting(removed, from: added) {
      changes.add(hash, KeyEntries.entry(table.id, key), isAdded: true)
    }
    try changes.write(to: writer, &sums)
  }

  // Returns the rows that are not in `others`. Both lists must be in ascending order. Complexity: O(rows + others).
  private static func subtracting(
    _ others: [(hash: UInt64, key: Int64)], from rows: [(hash: UInt64, key: Int64)]
  ) -> [(hash: UInt64, key: Int64)] {
    var index = 0
    return rows.filter { row in
      while index < others.count, others[index] < row { index += 1 }
      return index == others.count || others[index] != row
    }
  }

  /// Throws `CatalogError.duplicateKeys` if several rows have the same key. Complexity: O(rows log rows).
  func check() throws { try check(try KeyRebuild.hashes(table, session, progress)) }

  // Returns the hashes of the primary keys with their rows, in ascending order; empty if the table has no primary key.
  private static func hashes(
    _ table: TableDefinition, _ session: ReadSession, _ progress: (_ rows: Int) throws -> Void
  ) throws -> [(hash: UInt64, key: Int64)] {
    guard table.hasKey else { return [] }
    var found: [(hash: UInt64, key: Int64)] = []
    try forEachKey(table, session) { key, probe in
      found.append((probe.hash(table: table.id), key))
      // Reporting progress takes longer than processing a row.
      if found.count % 1024 == 0 { try progress(found.count) }
    }
    found.sort { ($0.hash, $0.key) < ($1.hash, $1.key) }
    return found
  }

  private static func forEachKey(
    _ table: TableDefinition, _ session: ReadSession, _ body: (Int64, KeyProbe) throws -> Void
  ) throws {
    try session.walkRows(table.ordinal) { key, row in
      try table.withKey(row.base, row.columns, row.slot, row.home) { try body(key, $0) }
    }
  }

  /// Returns the rows with equal keys. Each array contains at least two rows, in creation order. Complexity: O(rows log rows).
  func rowsWithEqualKeys() throws -> [[Int64]] { try rowsWithEqualKeys(try KeyRebuild.hashes(table, session, progress)) }

  // Returns the rows with equal keys among rows that are sorted by the hashes of their keys. Rows with the same hash may have different
  // keys.
  private func rowsWithEqualKeys(_ rows: [(hash: UInt64, key: Int64)]) throws -> [[Int64]] {
    guard table.hasKey else { return [] }
    var found: [[Int64]] = []
    var start = 0
    while start < rows.count {
      var end = start + 1
      while end < rows.count, rows[end].hash == rows[start].hash { end += 1 }
      if end - start > 1 {
        var groups: [[UInt8]: [Int64]] = [:]
        for (_, key) in rows[start..<end] {
          if let value = try value(of: key) { groups[value, default: []].append(key) }
        }
        found += groups.values.filter { $0.count > 1 }.ordered { $0[0] < $1[0] }
      }
      start = end
    }
    return found
  }

  private func check(_ rows: [(hash: UInt64, key: Int64)]) throws {
    let groups = try rowsWithEqualKeys(rows)
    guard let first = groups.first, let key = try text(of: first[0]) else { return }
    throw CatalogError.duplicateKeys(
      path: path, type: table.entity.storedName, properties: table.keyColumns.map { table.entity.properties[$0].storedName }, key: key,
      rows: [first[0], first[1]], more: groups.reduce(0) { $0 + $1.count - 1 } - 1)
  }

  // Returns bytes that are equal only for equal primary keys, empty for a null key; nil if the row does not exist.
  private func value(of key: Int64) throws -> [UInt8]? {
    guard let row = try session.locate(table.ordinal, key) else { return nil }
    if let compound = table.compoundKey { return compound.bytes(of: row) }
    let column = table.keyColumns[0]
    let layout = table.layouts[column]
    let offset = row.columns[column]
    let cell = row.base + offset.offset + row.slot * layout.width
    if layout.hasNullFlag, (row.base + offset.null + row.slot).load(as: UInt8.self) == 0 { return [] }
    guard layout.kind == .string else { return Array(UnsafeRawBufferPointer(start: cell, count: layout.width)) }
    return Slot(at: cell).isNull ? [] : [1] + Array(Slot.bytes(at: cell, in: row.home))
  }

  // Returns the primary key of a row in the form used in messages; nil if the row does not exist.
  private func text(of key: Int64) throws -> String? {
    if table.compoundKey != nil { return try session.keyText(table, key) }
    return try value(of: key).map { text($0, table.keyColumns[0]) }
  }

  private func text(_ value: [UInt8], _ column: Int) -> String {
    if value.isEmpty { return "nil" }
    let layout = table.layouts[column]
    if layout.kind == .string { return "\"\(String(decoding: value.dropFirst().prefix(100), as: UTF8.self))\"" }
    if layout.type == .objectId || layout.type == .uuid {
      return value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    let sign: UInt8 = (value.last ?? 0) & 0x80 != 0 ? 0xFF : 0
    let wide = Array((value + [UInt8](repeating: sign, count: 8)).prefix(8))
    return "\(wide.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) })"
  }
}
