import CAshlar

/// A lock with a condition variable. It is not recursive.
final class Monitor: @unchecked Sendable {
  private let monitor = ashlar_monitor_make()

  deinit { ashlar_monitor_free(monitor) }

  /// Runs `body` with the lock held.
  func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    ashlar_monitor_lock(monitor)
    defer { ashlar_monitor_unlock(monitor) }
    return try body()
  }

  /// Releases the lock until `wake` is called or the time limit expires; may return early. Must be called within `withLock`.
  func wait(_ limit: Duration? = nil) {
    guard let limit else { return ashlar_monitor_wait(monitor, -1) }
    let (seconds, parts) = limit.components
    // The limit is at most one day, because callers wait in a loop.
    ashlar_monitor_wait(monitor, max(0, min(seconds, 86_400) * 1_000_000_000 + parts / 1_000_000_000))
  }

  /// Wakes all waiting threads.
  func wake() { ashlar_monitor_wake(monitor) }
}
