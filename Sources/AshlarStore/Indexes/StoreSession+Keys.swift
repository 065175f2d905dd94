import AshlarSchema

extension StoreSession {
  func probe(_ table: TableDefinition, _ column: Int, _ row: RowAccess) -> KeyProbe {
    let layout = table.layout.columns[column]
    let offset = row.columns[column]
    return KeyProbe(
      cell: row.base + Int(offset.offset) + row.slot * layout.width, column: layout,
      null: layout.hasNullFlag ? row.base + Int(offset.null) + row.slot : nil, base: row.base)
  }

  /// The row with this primary key. O(1): a guess that verifies itself, then one look-up in the index.
  public func find(_ ordinal: Int, _ key: KeyProbe) throws(StoreError) -> RowAccess? {
    guard let table = tables[ordinal], let column = table.layout.primaryKey else { return nil }
    let hash = key.hash(table: table.id)
    if frozen != nil { return try search(table, column, hash, key) }
    if let guess = keyCaches[ordinal]?[hash], guess >= 0, let row = try matching(table, column, guess, key) { return row }
    guard let found = try search(table, column, hash, key) else { return nil }
    if (keyCaches[ordinal]?.capacity ?? 0) < min(views[ordinal].liveCount, 1 << 20) || keyCaches[ordinal] == nil {
      keyCaches[ordinal] = KeyCache(rows: views[ordinal].liveCount)
    }
    keyCaches[ordinal]?[hash] = found.key
    return found
  }

  private func matching(_ table: TableDefinition, _ column: Int, _ key: Int64, _ wanted: KeyProbe) throws(StoreError) -> RowAccess? {
    guard let row = try locate(table.ordinal, key), probe(table, column, row).equals(wanted) else { return nil }
    return row
  }

  private func search(_ table: TableDefinition, _ column: Int, _ hash: UInt64, _ wanted: KeyProbe) throws(StoreError) -> RowAccess? {
    if let inserted = transaction?.insertedKeys[table.ordinal], inserted.count > 0 {
      var failure: StoreError?
      var found: RowAccess?
      _ = inserted.first(hash) { key in
        do throws(StoreError) {
          found = try matching(table, column, key, wanted)
        } catch {
          failure = error
        }
        return found != nil || failure != nil
      }
      if let failure { throw failure }
      if let found { return found }
    }
    guard let entries = try shared.snapshot.value(.keys, integer: hash) else { return nil }
    for key in KeyEntries.keys(entries, table: table.id) {
      if let row = try matching(table, column, key, wanted) { return row }
    }
    return nil
  }
}

/// The value of a key hash: 8 bytes an entry, table number << 40 | object key.
enum KeyEntries {
  static func entry(_ table: UInt32, _ key: Int64) -> UInt64 { UInt64(table) << 40 | UInt64(key) }

  static func keys(_ value: UnsafeRawBufferPointer, table: UInt32) -> [Int64] {
    var result: [Int64] = []
    for start in stride(from: 0, to: value.count / 8 * 8, by: 8) {
      let entry = value.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      if entry >> 40 == UInt64(table) { result.append(Int64(entry & 0xFF_FFFF_FFFF)) }
    }
    return result
  }

  static func all(_ value: UnsafeRawBufferPointer) -> [UInt64] {
    stride(from: 0, to: value.count / 8 * 8, by: 8).map { value.loadUnaligned(fromByteOffset: $0, as: UInt64.self) }
  }
}
