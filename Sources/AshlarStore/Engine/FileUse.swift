#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The period from opening a file to closing it in this process. A weak reference to the engine becomes nil before the file is closed; if
/// the file were reopened in between, closing it would also release the locks of the new engine.
final class FileUse: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // Whether the use has ended; guarded by `mutex`.
  private var hasEnded = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func end() {
    pthread_mutex_lock(mutex)
    hasEnded = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  var isOver: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return hasEnded
  }

  func waitForEnd() {
    pthread_mutex_lock(mutex)
    while !hasEnded { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }
}
