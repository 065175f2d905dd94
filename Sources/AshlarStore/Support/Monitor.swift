import CAshlar

/// A lock under which threads wait for each other. Not to be taken twice.
final class Monitor: @unchecked Sendable {
  private let monitor = ashlar_monitor_make()

  deinit { ashlar_monitor_free(monitor) }

  /// Runs `body` while no other thread does, nor runs what a waiting one does next.
  func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    ashlar_monitor_lock(monitor)
    defer { ashlar_monitor_unlock(monitor) }
    return try body()
  }

  /// Within `withLock`: lets others in until one calls `wake`, or until the time is over. May return early.
  func wait(_ limit: Duration? = nil) {
    guard let limit else { return ashlar_monitor_wait(monitor, -1) }
    let (seconds, parts) = limit.components
    // A day at most: callers wait in a loop.
    ashlar_monitor_wait(monitor, max(0, min(seconds, 86_400) * 1_000_000_000 + parts / 1_000_000_000))
  }

  /// Wakes all that wait.
  func wake() { ashlar_monitor_wake(monitor) }
}
