import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A read transaction of LMDB.
///
/// Invariants: `transaction` is live from `init` to `deinit`; pointers into the snapshot are valid until `renew`, `park` or `deinit`, since
/// LMDB never writes to a page that a reader can reach.
package final class LMDBSnapshot: StorageSnapshot {
  private let engine: LMDBEngine
  private var transaction: OpaquePointer
  package private(set) var version: UInt64
  private let number: UInt64
  private let largestInLeaf: Int

  package init(engine: LMDBEngine, _ holder: SnapshotHolder) throws(StoreError) {
    self.engine = engine
    largestInLeaf = ClusterPages.largestInLeaf(pageSize: engine.pageSize)
    transaction = try engine.begin(UInt32(MDB_RDONLY))
    version = UInt64(mdb_txn_id(transaction))
    number = engine.register.add(version, holder)
  }

  deinit {
    // In a forked child, the reader belongs to the parent; aborting it would unpin the parent's version.
    if engine.isInherited { return }
    mdb_txn_abort(transaction)
    engine.register.remove(number)
  }

  package func setHolder(_ holder: SnapshotHolder) { if !engine.isInherited { engine.register.set(number, holder) } }

  package func renew() throws(StoreError) {
    if engine.isInherited { throw .inherited(path: engine.path) }
    mdb_txn_reset(transaction)
    try LMDBCode.check(mdb_txn_renew(transaction), engine.path, "renew the snapshot")
    version = UInt64(mdb_txn_id(transaction))
    engine.register.move(number, to: version)
  }

  package func renew(ifAccepted isAccepted: (any StorageSnapshot) throws -> Bool) throws -> Bool {
    let before = transaction
    transaction = try engine.takeReader()
    version = UInt64(mdb_txn_id(transaction))
    let newest = version
    var hasMoved = false
    // The reader that this snapshot no longer uses is kept for the next snapshot that moves to another version.
    defer {
      if hasMoved { engine.keepReader(before) } else { stay(before, hasRenewed: version != newest) }
    }
    hasMoved = try isAccepted(self)
    assert(!hasMoved || version >= UInt64(mdb_txn_id(before)), "a snapshot moves only to newer versions")
    if hasMoved { engine.register.move(number, to: version) }
    return hasMoved
  }

  // A reset reader keeps its slot in LMDB's reader table, but pins no version.
  package func park() -> Bool {
    if engine.isInherited { return false }
    mdb_txn_reset(transaction)
    engine.register.park(number)
    return true
  }

  // If the version has not changed, pointers are still valid: no page of the newest version is overwritten while that version is the
  // newest, whether or not it has readers.
  package func unpark() throws(StoreError) -> Bool {
    if engine.isInherited { throw .inherited(path: engine.path) }
    try LMDBCode.check(mdb_txn_renew(transaction), engine.path, "renew the snapshot")
    let before = version
    version = UInt64(mdb_txn_id(transaction))
    engine.register.move(number, to: version)
    return version != before
  }

  // `isAccepted` may have renewed the snapshot.
  private func stay(_ before: OpaquePointer, hasRenewed: Bool) {
    engine.keepReader(transaction)
    transaction = before
    version = UInt64(mdb_txn_id(before))
    if hasRenewed { engine.register.move(number, to: version) }
  }

  package func cluster(_ key: UInt64) throws(StoreError) -> UnsafeMutableRawPointer? {
    guard let value = try value(.clusters, integer: key) else { return nil }
    guard let cluster = Cluster(stored: value) else {
      throw LMDBSnapshot.damage(cluster: key, value.count, path: engine.path)
    }
    if value.count <= largestInLeaf { engine.noteMovingCluster() }
    return cluster.base
  }

  /// The error of a cluster whose size is not the one that its header states.
  package static func damage(cluster key: UInt64, _ count: Int, path: String) -> StoreError {
    .damaged(
      path: path, detail: "the \(count) bytes of cluster \(key & 0xFF_FFFF_FFFF) of table \(key >> 40) do not match its header")
  }

  package func value(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? {
    var key = key
    return try withUnsafeMutableBytes(of: &key) { bytes throws(StoreError) in try get(space, UnsafeRawBufferPointer(bytes)) }
  }

  package func value(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
    try get(space, key)
  }

  package func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  ) {
    guard let cursor = try openCursor(space) else { return (nil, nil) }
    defer { mdb_cursor_close(cursor) }
    return try LMDBFloor.find(cursor, key, wantsNext: false, path: engine.path)
  }

  package func last(_ space: KeySpace, before end: UnsafeRawBufferPointer) throws(StoreError) -> (
    key: [UInt8], value: UnsafeRawBufferPointer
  )? {
    guard let cursor = try openCursor(space) else { return nil }
    defer { mdb_cursor_close(cursor) }
    var (key, value) = (MDB_val(), MDB_val())
    let code = LMDBSnapshot.moveToLast(cursor, before: end, &key, &value)
    if code == MDB_NOTFOUND { return nil }
    try LMDBCode.check(code, engine.path, "find the last entry of '\(space.rawValue)'")
    return (
      Array(UnsafeRawBufferPointer(start: key.mv_data, count: key.mv_size)),
      UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
    )
  }

  // Moves a cursor to the last entry whose key is before `end`. Returns the result code of LMDB.
  private static func moveToLast(
    _ cursor: OpaquePointer, before end: UnsafeRawBufferPointer, _ key: inout MDB_val, _ value: inout MDB_val
  ) -> Int32 {
    key = MDB_val(mv_size: end.count, mv_data: UnsafeMutableRawPointer(mutating: end.baseAddress))
    let code = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
    if code == 0 { return mdb_cursor_get(cursor, &key, &value, MDB_PREV) }
    return code == MDB_NOTFOUND ? mdb_cursor_get(cursor, &key, &value, MDB_LAST) : code
  }

  package func reaches(_ space: KeySpace) -> Bool {
    var flags: UInt32 = 0
    return engine.handle(space) != 0 && mdb_dbi_flags(transaction, engine.handle(space), &flags) == 0
  }

  // Returns whether LMDB refused a handle because the tree of a feature is not open, or because the reader began before it was opened.
  private func isUnreached(_ space: KeySpace, _ code: Int32) -> Bool { code == EINVAL && space.isOfFeature }

  // Returns nil if the space is the tree of a feature and the reader does not reach it.
  private func openCursor(_ space: KeySpace) throws(StoreError) -> OpaquePointer? {
    let handle = engine.handle(space)
    // LMDB would open a cursor on the free list, whose handle is 0.
    if handle == 0 { return nil }
    var cursor: OpaquePointer?
    let code = mdb_cursor_open(transaction, handle, &cursor)
    if isUnreached(space, code) { return nil }
    try LMDBCode.check(code, engine.path, "open a cursor")
    return cursor
  }

  private func get(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
    var name = MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
    var value = MDB_val()
    let code = mdb_get(transaction, engine.handle(space), &name, &value)
    if code == MDB_NOTFOUND || isUnreached(space, code) { return nil }
    try LMDBCode.check(code, engine.path, "read from '\(space.rawValue)'")
    return UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
  }

  package func usage(_ space: KeySpace) throws(StoreError) -> SpaceUsage {
    var found = MDB_stat()
    let handle = engine.handle(space)
    // LMDB would measure the free list, whose handle is 0.
    if handle == 0 { return SpaceUsage(entries: 0, bytes: 0) }
    let code = mdb_stat(transaction, handle, &found)
    if isUnreached(space, code) { return SpaceUsage(entries: 0, bytes: 0) }
    try LMDBCode.check(code, engine.path, "measure '\(space.rawValue)'")
    let pages = found.ms_branch_pages + found.ms_leaf_pages + found.ms_overflow_pages
    return SpaceUsage(entries: UInt64(found.ms_entries), bytes: UInt64(pages) * UInt64(found.ms_psize))
  }

  package func scan(
    _ space: KeySpace, prefix: [UInt8], from start: [UInt8]?,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    try (start ?? prefix).withUnsafeBufferPointer { start throws(StoreError) in
      try scan(space, from: UnsafeRawBufferPointer(start)) { key, value in key.starts(with: prefix) && body(key, value) }
    }
  }

  package func scan(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    guard let cursor = try openCursor(space) else { return }
    defer { mdb_cursor_close(cursor) }
    var key = MDB_val(mv_size: start.count, mv_data: UnsafeMutableRawPointer(mutating: start.baseAddress))
    var value = MDB_val()
    var code = mdb_cursor_get(cursor, &key, &value, start.isEmpty ? MDB_FIRST : MDB_SET_RANGE)
    while code == 0 {
      let found = UnsafeRawBufferPointer(start: key.mv_data, count: key.mv_size)
      guard body(found, UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)) else { return }
      code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
    }
    if code != MDB_NOTFOUND { throw LMDBCode.error(code, engine.path, "scan '\(space.rawValue)'") }
  }

  package func scan(
    _ space: KeySpace, before end: UnsafeRawBufferPointer, downTo start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    guard let cursor = try openCursor(space) else { return }
    defer { mdb_cursor_close(cursor) }
    var (key, value) = (MDB_val(), MDB_val())
    var first = MDB_val(mv_size: start.count, mv_data: UnsafeMutableRawPointer(mutating: start.baseAddress))
    var code = LMDBSnapshot.moveToLast(cursor, before: end, &key, &value)
    // LMDB compares the keys, because those of some spaces are integers.
    while code == 0, mdb_cmp(transaction, engine.handle(space), &key, &first) >= 0 {
      let found = UnsafeRawBufferPointer(start: key.mv_data, count: key.mv_size)
      guard body(found, UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)) else { return }
      code = mdb_cursor_get(cursor, &key, &value, MDB_PREV)
    }
    if code != 0, code != MDB_NOTFOUND { throw LMDBCode.error(code, engine.path, "scan '\(space.rawValue)' backward") }
  }
}

extension StorageSnapshot {
  /// Returns the value whose key is the UTF-8 form of `name`; nil if there is none.
  func named(_ space: KeySpace, _ name: String) throws(StoreError) -> UnsafeRawBufferPointer? {
    let bytes = Array(name.utf8)
    return try bytes.withUnsafeBufferPointer { key throws(StoreError) in try value(space, UnsafeRawBufferPointer(key)) }
  }
}
