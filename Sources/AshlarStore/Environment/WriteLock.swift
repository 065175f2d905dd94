import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The right to write one file: first among the threads of the process, then among processes through a lock file beside
/// the database. Not bound to a thread: whoever holds it may hand it on.
///
/// Invariants: `isHeld` is read and written under `mutex`; the file lock is taken and given back by the holder only.
final class WriteLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isHeld = false
  // Nil for a lock among threads only.
  private let file: UnsafeMutablePointer<ashlar_file_lock>?
  private let path: String

  /// Opens the lock file at `path`, or makes a lock among threads only when it is nil.
  init(path: String?) throws(StoreError) {
    self.path = path ?? "memory"
    if let path {
      let made = UnsafeMutablePointer<ashlar_file_lock>.allocate(capacity: 1)
      made.initialize(to: ashlar_file_lock())
      let code = ashlar_file_lock_open(made, path)
      guard code == 0 else {
        made.deallocate()
        throw code == EACCES || code == EPERM || code == EROFS
          ? .permissionDenied(path: path)
          : .failed(path: path, operation: "open", code: code, message: String(cString: strerror(code)))
      }
      file = made
    } else {
      file = nil
    }
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    if let file {
      ashlar_file_lock_close(file)
      file.deallocate()
    }
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func lock() throws(StoreError) {
    pthread_mutex_lock(mutex)
    while isHeld { pthread_cond_wait(condition, mutex) }
    isHeld = true
    pthread_mutex_unlock(mutex)
    guard let file else { return }
    let code = ashlar_file_lock_take(file)
    if code != 0 {
      release()
      throw .failed(path: path, operation: "lock", code: code, message: String(cString: strerror(code)))
    }
  }

  func unlock() {
    if let file { ashlar_file_lock_give(file) }
    release()
  }

  private func release() {
    pthread_mutex_lock(mutex)
    isHeld = false
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }
}
