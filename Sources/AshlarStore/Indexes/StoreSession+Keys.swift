import AshlarSchema

extension StoreSession {
  func probe(_ table: TableDefinition, _ column: Int, _ row: RowAccess) -> KeyProbe {
    let layout = table.layout.columns[column]
    let offset = row.columns[column]
    return KeyProbe(
      cell: row.base + Int(offset.offset) + row.slot * layout.width, column: layout,
      null: layout.hasNullFlag ? row.base + Int(offset.null) + row.slot : nil, home: row.home)
  }

  /// The row with this primary key. O(1): guesses that verify themselves, then one look-up in the index.
  public func find(_ ordinal: Int, _ key: KeyProbe) throws(StoreError) -> RowAccess? {
    guard let table = tables[ordinal], let column = table.layout.primaryKey else { return nil }
    let hash = key.hash(table: table.id)
    if frozen != nil { return try search(table, column, hash, key) }
    let caches = keyCaches + ordinal
    if let guess = caches.pointee[hash], let row = try matching(table, column, guess, key) { return row }
    guard let found = try search(table, column, hash, key) else { return nil }
    caches.pointee.remember(hash, found.key, rows: views[ordinal].liveCount)
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
    guard let stored = try shared.snapshot.floor(.keys, integer: hash) else { return nil }
    if let run = KeyRun(stored.key, stored.value) {
      guard run.table == table.id, let key = run[hash] else { return nil }
      if frozen == nil { keyCaches[table.ordinal].run = run }
      return try matching(table, column, key, wanted)
    }
    guard stored.key == hash else { return nil }
    for key in KeyEntries.keys(stored.value, table: table.id) {
      if let row = try matching(table, column, key, wanted) { return row }
    }
    return nil
  }
}
