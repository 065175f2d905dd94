#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file accessed with plain reads: whatever its content and size, a read returns bytes or throws.
package final class PageFile {
  package let path: String
  private let descriptor: Int32

  /// Opens a file for reading. If `isWritable` is true, the file must also be writable, so that a missing permission is detected before any
  /// companion file is created.
  init(_ path: String, isWritable: Bool = true) throws(StoreError) {
    self.path = path
    descriptor = open(path, (isWritable ? O_RDWR : O_RDONLY) | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      switch code {
      case EACCES, EPERM, EROFS: throw .permissionDenied(path: path)
      case EISDIR: throw .notAFile(path: path)
      case ENOENT: throw .notFound(path: path)
      default: throw .failed(path: path, operation: "open", code: code, message: String(cString: strerror(code)))
      }
    }
  }

  /// Duplicates the descriptor of an open file; `path` is for errors.
  init(_ path: String, duplicating other: Int32) throws(StoreError) {
    self.path = path
    descriptor = fcntl(other, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else {
      throw .failed(path: path, operation: "open", code: errno, message: String(cString: strerror(errno)))
    }
  }

  deinit { close(descriptor) }

  /// Returns the current size in bytes.
  func size() throws(StoreError) -> UInt64 {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else {
      throw .failed(path: path, operation: "stat", code: errno, message: String(cString: strerror(errno)))
    }
    return UInt64(info.st_size)
  }

  /// Fills `target`. Returns false if the file is too short.
  func read(_ target: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StoreError) -> Bool {
    try readSome(target, at: offset) == target.count
  }

  /// Reads into `target` until it is full or the file ends. Returns the number of bytes read.
  func readSome(_ target: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StoreError) -> Int {
    var done = 0
    while done < target.count {
      let count = pread(descriptor, target.baseAddress! + done, target.count - done, off_t(clamping: offset) + off_t(done))
      if count > 0 {
        done += count
      } else if count == 0 {
        break
      } else if errno != EINTR {
        throw .failed(path: path, operation: "read", code: errno, message: String(cString: strerror(errno)))
      }
    }
    return done
  }
}
