import CAshlar
import CLMDB

/// Reads the number of pages freed by a version from LMDB's free list. Each look-up renews a reader that pins no version between look-ups.
final class FreedPages {
  private var transaction: OpaquePointer?
  private var cursor: OpaquePointer?

  private let process = ashlar_process()

  init(_ environment: OpaquePointer) {
    if mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction) != 0 { transaction = nil }
    mdb_txn_reset(transaction)
  }

  deinit {
    // In a forked child the reader belongs to the parent.
    if process != ashlar_process() { return }
    if let cursor { mdb_cursor_close(cursor) }
    if let transaction { mdb_txn_abort(transaction) }
  }

  /// Returns the number of pages freed by the commit that created `version`; 0 if it is not the newest version or the number is unknown.
  func count(of version: UInt64) -> UInt64 {
    guard let transaction, mdb_txn_renew(transaction) == 0 else { return 0 }
    defer { mdb_txn_reset(transaction) }
    let freeList: MDB_dbi = 0
    if let cursor {
      guard mdb_cursor_renew(transaction, cursor) == 0 else { return 0 }
    } else {
      guard mdb_cursor_open(transaction, freeList, &cursor) == 0 else { return 0 }
    }
    var key = MDB_val()
    var value = MDB_val()
    guard mdb_cursor_get(cursor, &key, &value, MDB_LAST) == 0, key.mv_size >= 8, value.mv_size >= 8,
      key.mv_data.loadUnaligned(as: UInt64.self) == version
    else { return 0 }
    return value.mv_data.loadUnaligned(as: UInt64.self)
  }
}
