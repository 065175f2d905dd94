#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A value that is computed by the first thread that reads it, and cached.
///
/// The lock is a mutex of the C library, which ThreadSanitizer intercepts, unlike the locks of `Synchronization`.
final class Lazily<Value: Sendable>: @unchecked Sendable {
  private let compute: @Sendable () -> Value
  // The cached value, guarded by the lock; nil until it is computed.
  private var computed: Value?
  private let lock: UnsafeMutablePointer<pthread_mutex_t>

  init(_ compute: @escaping @Sendable () -> Value) {
    self.compute = compute
    lock = .allocate(capacity: 1)
    let status = pthread_mutex_init(lock, nil)
    precondition(status == 0, "pthread_mutex_init failed with \(status)")
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// The value; other threads wait while one computes it.
  var value: Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    if let computed { return computed }
    let value = compute()
    computed = value
    return value
  }
}
