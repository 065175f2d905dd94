import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The current readers of a file, and the versions they pin.
package enum ReaderList {
  /// An entry of LMDB's reader table.
  package struct Reader: Hashable, Sendable {
    package let process: Int32
    /// The version that the reader pins; nil if it pins none.
    package let version: UInt64?
  }

  /// Returns the readers of the file at `path`, from the lock file beside it. Processes that have the file open read-only without locks are
  /// not included. If there is no lock file, the result is empty. The result is also empty if this process may not read and write the lock
  /// file. Must not be called for a file that this process has open, because the process's locks would be released.
  package static func read(_ path: String) throws(StoreError) -> [Reader] {
    guard access(path + "-lock", R_OK | W_OK) == 0 else { return [] }
    // `table` must be closed after LMDB's environment.
    let table = try ReaderTable(path)
    defer { withExtendedLifetime(table) {} }
    table.keepForOthers()
    var environment: OpaquePointer?
    try LMDBCode.check(mdb_env_create(&environment), path, "create the environment")
    defer { mdb_env_close(environment) }
    mdb_env_set_maxreaders(environment, LMDBCode.maximumReaders)
    try LMDBCode.check(mdb_env_open(environment, path, UInt32(MDB_NOSUBDIR | MDB_RDONLY | MDB_NOTLS), 0o644), path, "open")
    return environment.map(read) ?? []
  }

  /// Returns the readers of an open file.
  static func read(_ environment: OpaquePointer) -> [Reader] {
    var lines: [String] = []
    _ = withUnsafeMutablePointer(to: &lines) { lines in
      mdb_reader_list(
        environment,
        { line, context in
          guard let line, let context else { return 0 }
          context.assumingMemoryBound(to: [String].self).pointee.append(String(cString: line))
          return 0
        }, UnsafeMutableRawPointer(lines))
    }
    return lines.joined().split(separator: "\n").compactMap { line in
      // Each line contains the process, the thread in hexadecimal, and the version or a dash; the first line is a heading.
      let words = line.split(separator: " ")
      guard words.count == 3, let process = Int32(words[0]) else { return nil }
      return Reader(process: process, version: UInt64(words[2]))
    }
  }
}
