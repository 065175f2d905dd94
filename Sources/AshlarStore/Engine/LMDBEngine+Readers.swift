import CLMDB

// A spare reader that is reused, so that LMDB allocates its reader slot once.
extension LMDBEngine {
  /// Returns a reader at the newest version.
  func takeReader() throws(StoreError) -> OpaquePointer {
    if isInherited { throw .inherited(path: path) }
    let spare = spareReader.withLock { spare in
      defer { spare = 0 }
      return spare
    }
    guard let reader = OpaquePointer(bitPattern: spare) else { return try begin(UInt32(MDB_RDONLY)) }
    let code = mdb_txn_renew(reader)
    if code != 0 { mdb_txn_abort(reader) }
    try LMDBCode.check(code, path, "renew the snapshot")
    return reader
  }

  /// Resets a reader, which unpins its version, and stores the reader for reuse in place of the previous spare one.
  func keepReader(_ reader: OpaquePointer) {
    mdb_txn_reset(reader)
    let other = spareReader.withLock { spare in
      defer { spare = UInt(bitPattern: reader) }
      return spare
    }
    if let other = OpaquePointer(bitPattern: other) { mdb_txn_abort(other) }
  }

  func endSpareReader() {
    if let spare = OpaquePointer(bitPattern: spareReader.withLock { $0 }) { mdb_txn_abort(spare) }
  }
}
