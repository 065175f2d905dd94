import CLMDB

// Readers that are used again: LMDB looks for a place among its readers once.
extension LMDBEngine {
  /// A reader of the newest version.
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

  /// Takes a reader back, which no longer keeps a version from then on.
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
