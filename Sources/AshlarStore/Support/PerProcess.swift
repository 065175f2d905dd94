import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A global value that one thread at a time may look at or change. A forked child begins with an out-of-line value: what it
/// inherited may be half changed, by a thread that is not there, and belongs to the parent.
package final class PerProcess<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  private let initial: @Sendable () -> Value
  // Under `mutex`: whose the value is.
  private var process: UInt64 = 0
  private let handler: ForkHandler

  /// There is never more than one of these for each global variable: it is not freed.
  package init(_ initial: @escaping @autoclosure @Sendable () -> Value) {
    self.initial = initial
    ashlar_renew_mutex(mutex)
    handler = ForkHandler(mutex, ashlar_renew_mutex)
  }

  /// Runs `body` while no other thread does. A thread may call this within `body`.
  package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let current = ashlar_process()
    if process != current {
      // An inherited value is left where it is.
      value.initialize(to: initial())
      process = current
    }
    return try body(&value.pointee)
  }
}
