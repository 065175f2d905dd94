#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Opens the files that lie beside a database. Others may be able to write to the folder, so neither a symbolic link nor a file of
/// somebody else is opened in their place: the store would write to what they chose, or believe what they wrote.
package enum CompanionFile {
  /// Opens a file to read and write it, or creates it.
  /// - Parameter database: the database, whose owner may own the file as well.
  /// - Returns: a descriptor that programs do not inherit, of a regular file.
  package static func open(_ path: String, of database: String, mode: UInt16 = 0o644) throws(StoreError) -> Int32 {
    // The file may be created or removed between two calls.
    for _ in 0..<16 {
      if let found = try openExisting(path, O_RDWR, of: database) { return found }
      if let made = try create(path, mode: mode) { return made }
    }
    throw LMDBCode.error(EEXIST, path, "create")
  }

  /// Opens a file that is only read; nil when there is none.
  static func openToRead(_ path: String, of database: String) throws(StoreError) -> Int32? {
    try openExisting(path, O_RDONLY, of: database)
  }

  /// Creates an empty file; nil when there is something at the path.
  /// - Parameter flags: more flags of the system.
  static func create(_ path: String, mode: UInt16, flags: Int32 = 0) throws(StoreError) -> Int32? {
    let descriptor = system(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | flags, mode_t(mode))
    if descriptor >= 0 { return descriptor }
    if errno == EEXIST { return nil }
    throw LMDBCode.error(errno, path, "create")
  }

  private static func openExisting(_ path: String, _ access: Int32, of database: String) throws(StoreError) -> Int32? {
    // What is no file, as a pipe, may have to be waited for.
    let descriptor = system(path, access | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
    if descriptor < 0 {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      // The latter on some systems.
      case ELOOP, EMLINK: throw .untrusted(path: path, .symbolicLink)
      case EISDIR, ENXIO: throw .untrusted(path: path, .notAFile)
      default: throw LMDBCode.error(errno, path, "open")
      }
    }
    let status = FileStatus(descriptor)
    let reason: StoreError.Untrusted? =
      if !status.isRegular {
        .notAFile
      } else if ![0, geteuid(), FileStatus(database).owner].contains(status.owner) {
        .owner(status.owner)
      } else {
        nil
      }
    guard let reason else { return descriptor }
    close(descriptor)
    throw .untrusted(path: path, reason)
  }
}

// The system's, which a method hides.
private func system(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
