import Foundation

/// A flag that stops a sender and interrupts its waits.
final class StopFlag: @unchecked Sendable {
  private let condition = NSCondition()
  private var isStopped = false

  var isSet: Bool { condition.withLock { isStopped } }

  func set() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }

  /// Waits for the given time, or until the flag is set.
  func wait(seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.withLock {
      while !isStopped, condition.wait(until: end) {}
    }
  }
}
