import AshlarSchema

extension ReadSession {
  func probe(_ view: UnsafeMutablePointer<TableView>, _ row: RowAccess) -> KeyProbe {
    let column = view.pointee.keyColumn
    let layout = view.pointee.layouts[column]
    let offset = row.columns[column]
    return KeyProbe(
      cell: row.base + offset.offset + row.slot * layout.width, column: layout,
      null: layout.hasNullFlag ? row.base + offset.null + row.slot : nil, home: row.home)
  }

  /// Returns the row with this primary key; nil if there is none. O(1): unless the session is frozen, tries cached guesses, which are
  /// verified against the row, before a look-up in the index.
  public func find(_ ordinal: Int, _ key: KeyProbe) throws(StoreError) -> RowAccess? {
    let view = views + ordinal
    guard ordinal < context.pointee.tableCount, view.pointee.keyColumn != -1 else { return nil }
    let hash = key.hash(table: view.pointee.id)
    if frozen != nil { return try search(ordinal, hash, key) }
    let caches = keyCaches + ordinal
    if let guess = caches.pointee.guess(hash), let row = try matching(ordinal, guess, key) { return row }
    guard let found = try search(ordinal, hash, key) else { return nil }
    caches.pointee.remember(hash, found.key, rows: view.pointee.liveCount)
    return found
  }

  /// Returns the location of the row with this primary key, if the session is not frozen, the table's keys are eight bytes long and never
  /// null, a cached guess refers to the row, and the row's cluster has been looked up already. Otherwise returns a location without a base;
  /// the caller must then call `find`. O(1).
  public func guess(_ ordinal: Int, _ wanted: Int64) -> RowPlace {
    guard frozen == nil, ordinal < context.pointee.tableCount else { return ReadSession.nowhere }
    let view = views + ordinal
    let column = view.pointee.keyColumn
    guard column >= 0, view.pointee.hasPlainKeys,
      let key = keyCaches[ordinal].guess(KeyProbe(.int(wanted)).hash(table: view.pointee.id)),
      key < view.pointee.nextKey
    else { return ReadSession.nowhere }
    let entry = view.pointee.entry(view.pointee.number(of: key))
    // The key cells of dead rows are zero, so a matching key other than 0 proves that the row is live.
    if TableView.isPlain(entry), wanted != 0, let base = TableView.base(entry) {
      let slot = view.pointee.slot(of: key)
      let isFound = (base + view.pointee.keyOffset).load(fromByteOffset: slot &* 8, as: Int64.self) == wanted
      // This is a branch, because the next reads of the row would wait for the operands of a conditional select.
      guard _fastPath(isFound) else { return ReadSession.nowhere }
      return RowPlace(base, view.pointee.columnsFull, slot: slot, key: key)
    }
    let place = TableView.place(of: key, in: view, writing: context.pointee.foundGeneration)
    guard let base = place.base,
      (base + place.columns[column].offset).load(fromByteOffset: place.slot * 8, as: Int64.self) == wanted
    else { return ReadSession.nowhere }
    return place
  }

  private static var nowhere: RowPlace { RowPlace(nil, UnsafePointer(TableView.noColumns)) }

  private func matching(_ ordinal: Int, _ key: Int64, _ wanted: KeyProbe) throws(StoreError) -> RowAccess? {
    guard let row = try locate(ordinal, key) else { return nil }
    let view = views + ordinal
    if case .int(let value) = wanted.value, view.pointee.hasPlainKeys {
      let cell = row.base + row.columns[view.pointee.keyColumn].offset + row.slot * 8
      return cell.load(as: Int64.self) == value ? row : nil
    }
    if view.pointee.keyColumn == TableView.compoundKey {
      // The parts are compared even if the hashes are equal: different keys may have the same hash.
      return tables[ordinal]?.compoundKey?.withProbe(of: row) { $0.equals(wanted) } == true ? row : nil
    }
    return probe(view, row).equals(wanted) ? row : nil
  }

  private func search(_ ordinal: Int, _ hash: UInt64, _ wanted: KeyProbe) throws(StoreError) -> RowAccess? {
    if openChanges?._withUnsafeGuaranteedRef({ $0.mayHave(ordinal, hash) }) == true {
      var failure: StoreError?
      var found: RowAccess?
      _ = pending?.insertedKey(ordinal, hash) { key in
        do throws(StoreError) {
          found = try matching(ordinal, key, wanted)
        } catch {
          failure = error
        }
        return found != nil || failure != nil
      }
      if let failure { throw failure }
      if let found { return found }
    }
    let generation = context.pointee.generation
    if frozen == nil, let gap = keyCaches[ordinal].gap, gap.generation == generation, gap.hashes.contains(hash) { return nil }
    let (found, next) = try shared.snapshot.floor(.keys, integer: hash)
    let run = found.flatMap { KeyRun($0.key, $0.value) }
    let start = run.map(\.end) ?? found.map { $0.key &+ 1 } ?? 0
    let end = next ?? .max
    if frozen == nil, start <= hash, hash < end { keyCaches[ordinal].gap = (generation, start..<end) }
    guard let stored = found else { return nil }
    let id = views[ordinal].id
    if let run {
      guard run.table == id, let key = run[hash] else { return nil }
      if frozen == nil { keyCaches[ordinal].run = run }
      return try matching(ordinal, key, wanted)
    }
    guard stored.key == hash else { return nil }
    for key in KeyEntries.keys(stored.value, table: id) {
      if let row = try matching(ordinal, key, wanted) { return row }
    }
    return nil
  }
}
