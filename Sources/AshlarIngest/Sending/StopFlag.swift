import Foundation

/// Says that a sender is to end, and ends its waiting.
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

  /// Waits, but not beyond being set.
  func wait(seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.withLock {
      while !isStopped, condition.wait(until: end) {}
    }
  }
}
