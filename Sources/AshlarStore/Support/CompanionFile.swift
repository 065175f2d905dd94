#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Opens the files beside a database. Other users may be able to write to the folder. The store therefore opens no symbolic links, because
/// they could refer to any file, which the store would overwrite. It opens only files that belong to its own user, the owner of the
/// database or root, because it trusts the contents.
package enum CompanionFile {
  /// Opens a file for reading and writing, creating it if necessary.
  /// - Parameter database: The path of the database, whose owner may also own the file.
  /// - Returns: A close-on-exec descriptor of a regular file.
  package static func open(_ path: String, of database: String, mode: UInt16 = 0o644) throws(StoreError) -> Int32 {
    // The file may be created or removed between two calls.
    for _ in 0..<16 {
      if let found = try openExisting(path, O_RDWR, of: database) { return found }
      if let made = try create(path, mode: mode) { return made }
    }
    throw LMDBCode.error(EEXIST, path, "create")
  }

  /// Opens a file for reading. Returns nil if it does not exist.
  static func openToRead(_ path: String, of database: String) throws(StoreError) -> Int32? {
    try openExisting(path, O_RDONLY, of: database)
  }

  /// Creates an empty file. Returns nil if the path exists.
  /// - Parameter flags: Additional flags for `open`.
  static func create(_ path: String, mode: UInt16, flags: Int32 = 0) throws(StoreError) -> Int32? {
    let descriptor = system(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | flags, mode_t(mode))
    if descriptor >= 0 { return descriptor }
    if errno == EEXIST { return nil }
    throw LMDBCode.error(errno, path, "create")
  }

  private static func openExisting(_ path: String, _ access: Int32, of database: String) throws(StoreError) -> Int32? {
    // `O_NONBLOCK` prevents the call from waiting if the path is a pipe.
    let descriptor = system(path, access | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
    if descriptor < 0 {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      // EMLINK is returned by some systems in place of ELOOP.
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

// The system function, which a method of the same name shadows.
private func system(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
