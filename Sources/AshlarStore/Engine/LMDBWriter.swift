import CLMDB

/// The write transaction of a commit. Clusters and values whose keys sort after all existing ones are appended, which leaves the pages
/// before them full.
///
/// Invariant: between `begin` and `close` the transaction is open and owns the cursors.
package final class LMDBWriter: StorageWriter {
  package let path: String
  private let trees: TreeHandles
  // The handles that the transaction uses, indexed by `KeySpace.index`.
  private let handles: UnsafeMutablePointer<MDB_dbi>
  // The trees that the transaction has created. If there are any, this thread holds the lock of `trees`.
  @exclusivity(unchecked) private var created: [KeySpace] = []
  @exclusivity(unchecked) private var transaction: OpaquePointer?
  // The open cursors, indexed by `KeySpace.index`; `written` has a bit for each space that was written to.
  private let cursors: UnsafeMutablePointer<OpaquePointer?>
  @exclusivity(unchecked) private var written: UInt32 = 0
  @exclusivity(unchecked) private var largestCluster: UInt64?
  @exclusivity(unchecked) private var largestValue: UInt64?
  @exclusivity(unchecked) private(set) var growth: FileGrowth

  /// Creates a writer for an engine whose sub-databases are open.
  init(engine: LMDBEngine) {
    path = engine.path
    growth = FileGrowth(pageSize: engine.pageSize)
    trees = engine.trees
    handles = .allocate(capacity: KeySpace.allCases.count)
    for space in KeySpace.allCases { (handles + space.index).initialize(to: trees[space]) }
    cursors = .allocate(capacity: KeySpace.allCases.count)
    cursors.initialize(repeating: nil, count: KeySpace.allCases.count)
  }

  deinit {
    cursors.deallocate()
    handles.deallocate()
  }

  package var version: UInt64 { transaction.map { UInt64(mdb_txn_id($0)) } ?? 0 }

  package var pageSize: Int { growth.pageSize }

  /// Starts a commit. Must be followed by `close` before the transaction ends.
  func begin(_ transaction: OpaquePointer) {
    assert(self.transaction == nil, "a writer serves one transaction at a time")
    self.transaction = transaction
    // Trees of features may have been opened or created since the last commit.
    for space in KeySpace.ofFeatures { handles[space.index] = trees[space] }
    written = 0
    largestCluster = nil
    largestValue = nil
    growth = FileGrowth(pageSize: growth.pageSize)
  }

  package func createTree(_ space: KeySpace) throws(StoreError) {
    assert(space.isOfFeature, "the other trees are in every file")
    if handles[space.index] != 0 { return }
    precondition(trees.isCreating, "a commit that creates trees runs inside of 'creatingTrees'")
    var handle: MDB_dbi = 0
    let flags = UInt32(MDB_CREATE) | (space.hasIntegerKeys ? UInt32(MDB_INTEGERKEY) : 0)
    try LMDBCode.check(mdb_dbi_open(transaction, space.rawValue, flags, &handle), path, "create '\(space.rawValue)'")
    handles[space.index] = handle
    created.append(space)
  }

  /// Publishes the handles of created trees. Must be called after the transaction has ended. LMDB has closed the handles of a failed
  /// transaction.
  func endTrees(isCommitted: Bool) {
    if created.isEmpty { return }
    if isCommitted { for space in created { trees[space] = handles[space.index] } }
    created = []
  }

  func close() {
    for index in KeySpace.allCases.indices {
      if let cursor = cursors[index] { mdb_cursor_close(cursor) }
      cursors[index] = nil
    }
    transaction = nil
  }

  private func cursor(_ space: KeySpace) throws(StoreError) -> OpaquePointer? {
    assert(transaction != nil, "a cursor is opened and used between `begin` and `close`")
    if let open = cursors[space.index] { return open }
    var made: OpaquePointer?
    try LMDBCode.check(mdb_cursor_open(transaction, handles[space.index], &made), path, "open a cursor")
    cursors[space.index] = made
    return made
  }

  // Stores an entry, and returns LMDB's code. The first entry of a space is stored without a cursor; from the second entry on, a cursor is
  // faster.
  @inline(__always)
  private func put(_ space: KeySpace, _ name: inout MDB_val, _ value: inout MDB_val, _ flags: UInt32) throws(StoreError) -> Int32 {
    assert(transaction != nil, "a commit writes between `begin` and `close`")
    if cursors[space.index] == nil, written & 1 << UInt32(space.index) == 0 {
      written |= 1 << UInt32(space.index)
      return mdb_put(transaction, handles[space.index], &name, &value, flags)
    }
    return mdb_cursor_put(try cursor(space), &name, &value, flags)
  }

  package func reserveCluster(_ key: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    let isNew = try isBehindAll(.clusters, key)
    let place = try reserve(.clusters, integer: key, size: size, appends: isNew)
    growth.note(place, size: size, isNew: isNew)
    return place
  }

  package func reserve(_ space: KeySpace, integer key: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    try reserve(space, integer: key, size: size, appends: try isBehindAll(space, key))
  }

  private func reserve(_ space: KeySpace, integer key: UInt64, size: Int, appends: Bool) throws(StoreError) -> UnsafeMutableRawPointer {
    var value = MDB_val(mv_size: size, mv_data: nil)
    try put(space, integer: key, &value, UInt32(MDB_RESERVE), appends: appends)
    guard let place = value.mv_data else {
      throw .failed(path: path, operation: "reserve", code: 0, message: "no memory was returned")
    }
    return place
  }

  /// Returns the value of an integer key, including the changes of the transaction; nil if there is none. It is valid until the next
  /// change.
  package func value(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? {
    try withUnsafeBytes(of: key) { bytes throws(StoreError) in try value(space, bytes) }
  }

  /// Returns the value of a byte key, including the changes of the transaction; nil if there is none. It is valid until the next change.
  package func value(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
    var name = MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
    var value = MDB_val()
    let code = mdb_get(transaction, handles[space.index], &name, &value)
    if code == MDB_NOTFOUND { return nil }
    try LMDBCode.check(code, path, "read from '\(space.rawValue)'")
    return UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
  }

  package func removeCluster(_ key: UInt64) throws(StoreError) { try remove(.clusters, integer: key) }

  package func put(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    var stored = MDB_val(mv_size: value.count, mv_data: UnsafeMutableRawPointer(mutating: value.baseAddress))
    try put(space, integer: key, &stored, 0, appends: try isBehindAll(space, key))
  }

  package func insert(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
    var stored = MDB_val(mv_size: value.count, mv_data: UnsafeMutableRawPointer(mutating: value.baseAddress))
    return try put(space, integer: key, &stored, UInt32(MDB_NOOVERWRITE), appends: try isBehindAll(space, key))
  }

  @discardableResult
  private func put(
    _ space: KeySpace, integer key: UInt64, _ value: inout MDB_val, _ flags: UInt32, appends: Bool
  ) throws(StoreError) -> Bool {
    var bytes = key
    let code = try withUnsafeMutableBytes(of: &bytes) { buffer throws(StoreError) in
      var name = MDB_val(mv_size: 8, mv_data: buffer.baseAddress)
      return try put(space, &name, &value, flags | (appends ? UInt32(MDB_APPEND) : 0))
    }
    if code == MDB_KEYEXIST, flags & UInt32(MDB_NOOVERWRITE) != 0 { return false }
    try LMDBCode.check(code, path, "write to '\(space.rawValue)'")
    return true
  }

  // Returns whether the key of a cluster or value sorts after all existing keys; false for other spaces.
  private func isBehindAll(_ space: KeySpace, _ key: UInt64) throws(StoreError) -> Bool {
    let known: UInt64?
    switch space {
    case .clusters: known = largestCluster
    case .values: known = largestValue
    default: return false
    }
    var largest = known
    if largest == nil {
      var name = MDB_val()
      var value = MDB_val()
      let code = mdb_cursor_get(try cursor(space), &name, &value, MDB_LAST)
      if code == 0 {
        largest = name.mv_data?.loadUnaligned(as: UInt64.self)
      } else if code != MDB_NOTFOUND {
        throw LMDBCode.error(code, path, "find the last of '\(space.rawValue)'")
      }
    }
    let isLast = largest.map { key > $0 } ?? true
    if space == .clusters { largestCluster = isLast ? key : largest } else { largestValue = isLast ? key : largest }
    return isLast
  }

  package func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  ) {
    try LMDBFloor.find(try cursor(space), key, wantsNext: true, path: path)
  }

  /// Appends the value of a byte key. Throws if the key does not sort after all other keys of the space.
  package func append(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    var name = MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
    var stored = MDB_val(mv_size: value.count, mv_data: UnsafeMutableRawPointer(mutating: value.baseAddress))
    let code = mdb_cursor_put(try cursor(space), &name, &stored, UInt32(MDB_APPEND))
    if code == MDB_KEYEXIST { throw .damaged(path: path, detail: "the keys of '\(space.rawValue)' are not in ascending order") }
    try LMDBCode.check(code, path, "write to '\(space.rawValue)'")
  }

  package func remove(_ space: KeySpace, integer key: UInt64) throws(StoreError) {
    var bytes = key
    let code = withUnsafeMutableBytes(of: &bytes) { buffer in
      var name = MDB_val(mv_size: 8, mv_data: buffer.baseAddress)
      return mdb_del(transaction, handles[space.index], &name, nil)
    }
    if space == .clusters { largestCluster = nil }
    if space == .values { largestValue = nil }
    if code != MDB_NOTFOUND { try LMDBCode.check(code, path, "delete from '\(space.rawValue)'") }
  }

  package func put(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    var name = MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
    var stored = MDB_val(mv_size: value.count, mv_data: UnsafeMutableRawPointer(mutating: value.baseAddress))
    try LMDBCode.check(try put(space, &name, &stored, 0), path, "write to '\(space.rawValue)'")
  }

  package func remove(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) {
    var name = MDB_val(mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
    let code = mdb_del(transaction, handles[space.index], &name, nil)
    if code != MDB_NOTFOUND { try LMDBCode.check(code, path, "delete from '\(space.rawValue)'") }
  }
}

extension StorageWriter {
  /// Stores a value whose key is the UTF-8 form of `name`.
  package func putNamed(_ space: KeySpace, _ name: String, _ value: [UInt8]) throws(StoreError) {
    let key = Array(name.utf8)
    try key.withUnsafeBufferPointer { key throws(StoreError) in
      try value.withUnsafeBufferPointer { value throws(StoreError) in
        try put(space, UnsafeRawBufferPointer(key), UnsafeRawBufferPointer(value))
      }
    }
  }
}
