#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A database that is copied when a new file is created.
public enum SeedFile {
  /// The reason why a file cannot be a seed.
  public enum Fault: Error, Hashable, Sendable {
    /// The file was written with `.relaxed` and not closed, so it must be opened once for writing before it is complete.
    case notClosed(path: String)
  }

  /// Copies the database at `seed` to `path`, unless a file exists there. Other processes find either no file or the complete one. The seed
  /// must not be written to during the call.
  ///
  /// Throws `Fault` if the seed was not closed, a `StoreError` that names the seed if it is missing, not a database, not readable by this
  /// release, or encrypted with another key, or a `StoreError` that names `path` or a temporary file beside it if the copy cannot be
  /// created; no file is then left behind.
  /// - Parameter key: The key of an encrypted seed, which is also that of the copy; nil for a seed that is not encrypted.
  public static func copy(_ seed: String, to path: String, key: EncryptionKey? = nil) throws {
    let status = FileStatus(path)
    if status.code == 0 { return }
    guard try FileCheck.check(seed, FileStatus(seed), key: key, isWritable: false) != .new else {
      throw FileStatus(seed).code == 0 ? StoreError.notADatabase(path: seed, reason: .tooSmall(bytes: 0)) : .notFound(path: seed)
    }
    if CheckpointFile(seed).exists { throw Fault.notClosed(path: seed) }
    do {
      try NewFile.make(at: path, .new, like: nil) { temporary in try copyBytes(seed, temporary) }
    } catch StoreError.fileExists(path) {
      // Another thread or process has created the file.
    }
  }

  private static func copyBytes(_ source: String, _ target: String) throws(StoreError) {
    let reading = open(source, O_RDONLY | O_CLOEXEC)
    guard reading >= 0 else { throw error(source, "open") }
    defer { close(reading) }
    let writing = open(target, O_WRONLY | O_CLOEXEC)
    guard writing >= 0 else { throw error(target, "open") }
    defer { close(writing) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = read(reading, buffer.baseAddress, buffer.count)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw error(source, "read")
      }
      var done = 0
      while done < count {
        let written = write(writing, buffer.baseAddress.map { $0 + done }, count - done)
        if written < 0, errno != EINTR { throw error(target, "write") }
        done += max(0, written)
      }
    }
  }

  private static func error(_ path: String, _ operation: String) -> StoreError {
    switch errno {
    case EACCES, EPERM: .permissionDenied(path: path)
    case ENOSPC, EDQUOT, EFBIG: .noSpace(path: path)
    default: .failed(path: path, operation: operation, code: errno, message: String(cString: strerror(errno)))
    }
  }
}
