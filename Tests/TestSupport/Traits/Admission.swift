import Foundation

/// How many blocking tests are under way at once.
///
/// The threads run jobs first come, first served. If all tests began at the start, one that waited for a process would get a thread again
/// only behind the beginnings of all others, and what it had started would run for as long: servers, senders, threads that take a lock in
/// turn.
final class Admission: @unchecked Sendable {
  /// Twice as many as there are threads, as tests often wait without one.
  static let shared = Admission(limit: 8)

  private let lock = NSLock()
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(limit: Int) { free = limit }

  /// Waits, without a thread, until few enough are under way.
  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = lock.withLock {
        if free == 0 {
          waiting.append(continuation)
          return false
        }
        free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Lets in who has waited longest.
  func leave() {
    let next: CheckedContinuation<Void, Never>? = lock.withLock {
      guard waiting.isEmpty else { return waiting.removeFirst() }
      free += 1
      return nil
    }
    next?.resume()
  }
}
