import CAshlar
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// A request that was told does not run while its actor or queue is busy, and tells nobody meanwhile. Nobody who lines up behind it may
// wait for that: while requests line up, a thread looks now and then, and tells the next one when the right is free and nobody takes it.
// It also logs a holder that does not end, since no thread waits that would.
extension WriteLock {
  /// Under `mutex`, when a request lines up.
  func watchRequests() {
    if isWatched { return }
    let context = Unmanaged.passRetained(Watch(self))
    let code = ashlar_start_thread(
      { context in
        guard let context else { return }
        Unmanaged<Watch>.fromOpaque(context).takeRetainedValue().run()
      }, context.toOpaque())
    if code == 0 { isWatched = true } else { context.release() }
  }

  /// What the watch has seen: since when which turn goes on, and how long it may until the log tells.
  fileprivate struct Seen {
    var turn: UInt64 = 0
    var since = ContinuousClock.now
    var limit: Duration
  }

  /// False when nobody lines up any more.
  fileprivate func look(_ seen: inout Seen) -> Bool {
    pthread_mutex_lock(mutex)
    if requests.isEmpty {
      isWatched = false
      pthread_mutex_unlock(mutex)
      return false
    }
    let isStuck = seen.turn == turn
    if !isStuck { seen = Seen(turn: turn, limit: patience) }
    let next = isStuck && held == nil && !isWaitingForFile ? takeNextRequest() : nil
    var slow: WriteHolding?
    if let held, .now - seen.since >= seen.limit {
      seen.limit *= 2
      slow = holding(held)
    }
    pthread_mutex_unlock(mutex)
    next?.tell()
    if let slow { report(since: seen.since, slow, waitsItself: !hasFile.load(ordering: .relaxed)) }
    return true
  }
}

/// The thread that looks. Does not keep the lock.
private final class Watch: @unchecked Sendable {
  private weak let lock: WriteLock?
  private let interval: UInt32
  private var seen: WriteLock.Seen

  init(_ lock: WriteLock) {
    self.lock = lock
    interval = UInt32(lock.watchInterval / .microseconds(1))
    seen = WriteLock.Seen(limit: lock.patience)
  }

  func run() {
    repeat { usleep(interval) } while lock?.look(&seen) ?? false
  }
}
