#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension SQLiteDatabase {
  /// Returns the path of the write-ahead log of the database at a path. SQLite resolves symbolic links: the log is beside the file to which
  /// they lead.
  package static func logPath(of path: String) -> String {
    guard let real = realpath(path, nil) else { return path + "-wal" }
    defer { free(real) }
    return String(cString: real) + "-wal"
  }
}
