import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A global value that one thread at a time may access. A forked child starts with a fresh value: the inherited one belongs to the parent,
/// and a thread that does not exist in the child may have been changing it.
package final class PerProcess<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  private let initial: @Sendable () -> Value
  // The process that the value belongs to. Guarded by `mutex`.
  private var process: UInt64 = 0
  private let handler: ForkHandler

  /// Creates a global variable, which is never freed. Its value is computed at the first access in each process.
  package init(_ initial: @escaping @autoclosure @Sendable () -> Value) {
    self.initial = initial
    ashlar_renew_mutex(mutex)
    handler = ForkHandler(mutex, ashlar_renew_mutex)
  }

  /// Runs `body` with exclusive access. May be called recursively on one thread.
  @inlinable package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
    let value = lock()
    defer { unlock() }
    return try body(&value.pointee)
  }

  // Returns the value of this process.
  @usableFromInline func lock() -> UnsafeMutablePointer<Value> {
    pthread_mutex_lock(mutex)
    let current = ashlar_process()
    if process != current {
      // The inherited value is leaked.
      value.initialize(to: initial())
      process = current
    }
    return value
  }

  @usableFromInline func unlock() { pthread_mutex_unlock(mutex) }
}
