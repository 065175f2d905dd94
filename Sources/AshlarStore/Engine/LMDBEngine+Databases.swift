import CLMDB

// The sub-databases, one per key space, and the format recorded in the file.
extension LMDBEngine {
  func openDatabases() throws(StoreError) {
    let reading = try begin(UInt32(MDB_RDONLY))
    let isEmpty: Bool
    do {
      isEmpty = try hasNoEntries(reading)
    } catch {
      mdb_txn_abort(reading)
      throw error
    }
    mdb_txn_abort(reading)
    guard isEmpty else { return try openExisting() }
    try writeLock.lock()
    defer { writeLock.unlock() }
    try createDatabases()
  }

  // Returns whether nothing is stored yet, not even the format.
  private func hasNoEntries(_ transaction: OpaquePointer) throws(StoreError) -> Bool {
    var statistics = MDB_stat()
    var main: MDB_dbi = 0
    var code = mdb_dbi_open(transaction, nil, 0, &main)
    if code == 0 { code = mdb_stat(transaction, main, &statistics) }
    try LMDBCode.check(code, path, "read the header")
    return statistics.ms_entries == 0
  }

  private func createDatabases() throws(StoreError) {
    let transaction = try begin(0)
    var isNew = false
    do {
      // Another process may have created the file while this one waited for the lock. An existing file keeps its format.
      isNew = try hasNoEntries(transaction)
      if isNew {
        try checkpointer?.prepare(.full)
        let added = form.optionalTrees + form.features.compactMap { KeySpace(tree: $0.tree) }
        for space in KeySpace.named + [.main] + added { trees[space] = try openHandle(space, in: transaction, create: true) }
        let writer = LMDBWriter(engine: self)
        writer.begin(transaction)
        defer { writer.close() }
        try form.create(writer)
      }
    } catch {
      mdb_txn_abort(transaction)
      throw error
    }
    if isNew { return try check(mdb_txn_commit(transaction), "create the sub-databases") }
    mdb_txn_abort(transaction)
    try openExisting()
  }

  /// Opens the trees of an existing file. Throws if the format is not supported or unknown features prevent the opening, before any tree
  /// other than the main one and `meta` is opened: a file of a later format may have other trees. Trees of unknown features are not opened.
  func openExisting() throws(StoreError) {
    let transaction = try begin(UInt32(MDB_RDONLY))
    do {
      for space in [KeySpace.main, .meta] { trees[space] = try openHandle(space, in: transaction, create: false) }
      let format = try format(transaction)
      try form.check(format, path: path) { name throws(StoreError) in try metaValue(name, transaction) }
      try adopt(format)
      for space in KeySpace.named where space != .meta { trees[space] = try openHandle(space, in: transaction, create: false) }
      for feature in format.features where knownFeatures.features.contains(feature) {
        if let space = KeySpace(tree: feature.tree) { trees[space] = try openTree(space, in: transaction) }
      }
      for space in form.optionalTrees where trees[space] == 0 { trees[space] = try openIfPresent(space, in: transaction) }
    } catch {
      mdb_txn_abort(transaction)
      if case .failed(_, _, MDB_NOTFOUND, _) = error { throw .notADatabase(path: path, reason: .foreignContent) }
      throw error
    }
    // Committing a read transaction retains the database handles.
    try LMDBCode.check(mdb_txn_commit(transaction), path, "open the sub-databases")
  }

  // Returns the handle of a tree; 0 if the file does not have the tree.
  private func openIfPresent(_ space: KeySpace, in transaction: OpaquePointer) throws(StoreError) -> MDB_dbi {
    do throws(StoreError) {
      return try openHandle(space, in: transaction, create: false)
    } catch {
      guard case .failed(_, _, MDB_NOTFOUND, _) = error else { throw error }
      return 0
    }
  }

  private func format(_ transaction: OpaquePointer) throws(StoreError) -> StoredFormat {
    guard let value = try metaValue(StoredFormat.key, transaction) else {
      throw .failed(path: path, operation: "read the format", code: MDB_NOTFOUND, message: "there is none")
    }
    return try StoredFormat(value, path: path, known: knownFeatures)
  }

  // Returns a value of the tree `meta`; nil if there is none.
  private func metaValue(_ name: String, _ transaction: OpaquePointer) throws(StoreError) -> UnsafeRawBufferPointer? {
    var name = Array(name.utf8)
    var value = MDB_val()
    let code = name.withUnsafeMutableBytes { bytes in
      var key = MDB_val(mv_size: bytes.count, mv_data: bytes.baseAddress)
      return mdb_get(transaction, handle(.meta), &key, &value)
    }
    if code == MDB_NOTFOUND { return nil }
    try LMDBCode.check(code, path, "read the format")
    return UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
  }

  /// Opens or creates the tree of a space and returns its handle. Throws `StoreError.failed` with the code MDB_NOTFOUND if it is missing
  /// and `create` is false.
  func openHandle(_ space: KeySpace, in transaction: OpaquePointer, create: Bool) throws(StoreError) -> MDB_dbi {
    var handle: MDB_dbi = 0
    let flags = (create ? UInt32(MDB_CREATE) : 0) | (space.hasIntegerKeys ? UInt32(MDB_INTEGERKEY) : 0)
    let code = space == .main ? mdb_dbi_open(transaction, nil, 0, &handle) : mdb_dbi_open(transaction, space.rawValue, flags, &handle)
    try LMDBCode.check(code, path, "open '\(space.rawValue)'")
    return handle
  }
}
