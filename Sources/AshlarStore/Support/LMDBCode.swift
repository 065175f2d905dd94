import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Conversion of LMDB's result codes to errors.
enum LMDBCode {
  /// The maximum number of readers of a file, across all processes.
  static let maximumReaders: UInt32 = 1024

  @inline(__always)
  static func check(_ code: Int32, _ path: String, _ operation: @autoclosure () -> String) throws(StoreError) {
    if code != 0 { throw error(code, path, operation()) }
  }

  static func error(_ code: Int32, _ path: String, _ operation: String) -> StoreError {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: .noSpace(path: path)
    case MDB_MAP_FULL, MDB_MAP_RESIZED: .reservationFull(path: path)
    case EACCES, EPERM, EROFS: .permissionDenied(path: path)
    case ENOENT: .notFound(path: path)
    case ENOMEM: .addressSpace(path: path)
    case MDB_READERS_FULL: .tooManyReaders(path: path, limit: Int(maximumReaders))
    case MDB_INVALID: .notADatabase(path: path, reason: .wrongSignature)
    // The format of the file itself has been checked, so the lock file has another version. LMDB uses an existing lock file only while
    // another process has the file open.
    case MDB_VERSION_MISMATCH:
      .failed(
        path: path, operation: operation, code: code,
        message: "another process has the file open with another version or build of LMDB. Close the file there, or link the same LMDB")
    case MDB_PANIC: .writesStopped(path: path)
    case MDB_CORRUPTED, MDB_PAGE_NOTFOUND: .damaged(path: path, detail: String(cString: mdb_strerror(code)))
    default: .failed(path: path, operation: operation, code: code, message: String(cString: mdb_strerror(code)))
    }
  }
}
