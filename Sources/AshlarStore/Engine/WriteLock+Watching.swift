import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// While its actor or queue is busy, the owner of a signaled request neither retries nor signals the next request. Later requests must not
// wait for that owner. A thread therefore checks the queue periodically while it is not empty, and signals the next request if the lock is
// free and has not been acquired since the previous check. The thread also logs a holder that does not release the lock, because a queued
// request blocks no thread that could log it.
extension WriteLock {
  /// Starts the watch thread unless it runs. Requires `mutex`. Called when a request is queued.
  func watchRequests() {
    if isWatched { return }
    let watch = Watch(self)
    if Worker.start({ watch.run() }) == 0 { isWatched = true }
  }

  /// The state of the watch: the current holder's turn, the time at which it was first observed, and the times at which the holder is
  /// logged.
  fileprivate struct Seen {
    var turn: UInt64 = 0
    var since = ContinuousClock.now
    var schedule: ReportSchedule
  }

  /// Checks the queue once. Returns false if it is empty.
  fileprivate func look(_ seen: inout Seen) -> Bool {
    pthread_mutex_lock(mutex)
    if requests.isEmpty {
      isWatched = false
      pthread_mutex_unlock(mutex)
      return false
    }
    let isStuck = seen.turn == turn
    if !isStuck { seen = Seen(turn: turn, schedule: ReportSchedule(patience: patience)) }
    let next = isStuck && held == nil && !isWaitingForFile ? takeNextRequest() : nil
    var slow: WriteHolding?
    if let held, .now - seen.since >= seen.schedule.due {
      seen.schedule.next()
      slow = holding(held)
    }
    pthread_mutex_unlock(mutex)
    next?.tell()
    if let slow { report(since: seen.since, slow, waitsItself: !hasFile.load(ordering: .relaxed)) }
    return true
  }
}

/// The thread that checks the queue. It does not retain the lock.
private final class Watch: @unchecked Sendable {
  private weak let lock: WriteLock?
  private let interval: UInt32
  private var seen: WriteLock.Seen

  init(_ lock: WriteLock) {
    self.lock = lock
    interval = UInt32(lock.watchInterval / .microseconds(1))
    seen = WriteLock.Seen(schedule: ReportSchedule(patience: lock.patience))
  }

  func run() {
    repeat { usleep(interval) } while lock?.look(&seen) ?? false
  }
}
