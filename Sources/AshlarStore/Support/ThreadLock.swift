#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A recursive lock.
///
/// It uses a mutex of the system, because sanitizers recognize its calls and can therefore check the guarded state.
public final class ThreadLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// Creates an unlocked lock.
  public init() {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Acquires the lock, which the same thread must release with `unlock`.
  @usableFromInline func lock() { pthread_mutex_lock(mutex) }

  /// Releases the lock.
  @usableFromInline func unlock() { pthread_mutex_unlock(mutex) }

  /// Runs `body` with the lock held.
  @inlinable public func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// A value that one thread at a time may access. `Mutex` would suffice, but sanitizers report accesses to collections inside it as races.
///
/// `withLock` is inlinable, because encrypted files use it for each block, and other modules would call its unspecialized form.
package final class Guarded<Value>: @unchecked Sendable {
  @usableFromInline let lock = ThreadLock()
  @usableFromInline var value: Value

  package init(_ value: Value) { self.value = value }

  @inlinable package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
    try lock.withLock { () throws(Failure) in try body(&value) }
  }
}
