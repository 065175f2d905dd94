import CLMDB

// Look-ups of the neighbors of an integer key.
enum LMDBFloor {
  /// Returns the last entry at or before `key`, and the first key after `key`; nil for an entry or key that does not exist. If `wantsNext`
  /// is false and `key` exists, the first key after `key` is always nil.
  static func find(_ cursor: OpaquePointer?, _ key: UInt64, wantsNext: Bool, path: String) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  ) {
    var wanted = key
    var name = MDB_val()
    var value = MDB_val()
    var code = withUnsafeMutableBytes(of: &wanted) { bytes in
      name = MDB_val(mv_size: 8, mv_data: bytes.baseAddress)
      return mdb_cursor_get(cursor, &name, &value, MDB_SET_RANGE)
    }
    var next: UInt64?
    if code == 0 {
      let found = name.mv_data.loadUnaligned(as: UInt64.self)
      if found == key {
        let entry = (found, UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size))
        guard wantsNext else { return (entry, nil) }
        code = mdb_cursor_get(cursor, &name, &value, MDB_NEXT)
        if code == 0 { next = name.mv_data.loadUnaligned(as: UInt64.self) }
        if code == 0 || code == MDB_NOTFOUND { return (entry, next) }
        throw LMDBCode.error(code, path, "find a key")
      }
      next = found
      code = mdb_cursor_get(cursor, &name, &value, MDB_PREV)
    } else if code == MDB_NOTFOUND {
      code = mdb_cursor_get(cursor, &name, &value, MDB_LAST)
    }
    if code == MDB_NOTFOUND { return (nil, next) }
    try LMDBCode.check(code, path, "find a key")
    return ((name.mv_data.loadUnaligned(as: UInt64.self), UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)), next)
  }
}
