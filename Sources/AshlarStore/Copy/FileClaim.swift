import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// That no other process has a file open, nor opens it as long as this holds: the lock by which LMDB finds out whether it is
/// the first.
///
/// LMDB's locks belong to the process and go when any descriptor of the lock file is closed. So whoever opens the file next
/// in this process takes the claim over, and ends it after having closed the file.
final class FileClaim: @unchecked Sendable {
  private let descriptor: Int32
  private var hasEnded = false

  /// Nil when another process has the file open. This process must not.
  init?(_ path: String) throws(StoreError) {
    let lock = path + "-lock"
    descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw errno == EACCES || errno == EPERM || errno == EROFS
        ? .permissionDenied(path: lock)
        : .failed(path: lock, operation: "open", code: errno, message: String(cString: strerror(errno)))
    }
    let code = ashlar_try_process_lock(descriptor)
    if code == 0 { return }
    close(descriptor)
    hasEnded = true
    if code == EAGAIN { return nil }
    throw .failed(path: lock, operation: "lock", code: code, message: String(cString: strerror(code)))
  }

  /// To be called once nothing in this process has the file open.
  func end() {
    if !hasEnded { close(descriptor) }
    hasEnded = true
  }

  deinit { end() }
}
