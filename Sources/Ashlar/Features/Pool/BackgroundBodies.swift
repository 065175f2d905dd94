import AshlarStore
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs long bodies on private threads, at most one for each core, so that the bodies do not occupy the threads of Swift tasks. A thread
/// ends when no body is waiting.
final class BackgroundBodies: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var threads = 0
  }

  private let state = Guarded(State())
  private static let mostThreads = ProcessInfo.processInfo.activeProcessorCount

  func run(_ body: @escaping @Sendable () -> Void) {
    let isMore = state.withLock { state in
      state.waiting.append(body)
      if state.threads >= BackgroundBodies.mostThreads { return false }
      state.threads += 1
      return true
    }
    if isMore { start() }
  }

  private func start() {
    // If no thread can be created, the caller's thread runs the bodies.
    if Worker.start({ self.work() }) != 0 { work() }
  }

  private func work() {
    while true {
      let next = state.withLock { state -> (@Sendable () -> Void)? in
        if state.waiting.isEmpty {
          state.threads -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let next else { return }
      next()
    }
  }
}

extension RealmPool {
  /// Runs `body` as `read` does, on a thread of the pool; the task is suspended until `body` returns. Intended for long bodies, such as
  /// scans of gigabytes. The pool has at most one such thread for each core.
  ///
  /// ```swift
  /// let total = try await pool.readInBackground { realm in
  ///   realm.objects(Person.self).reduce(0) { $0 + $1.age }
  /// }
  /// ```
  ///
  /// Throws what the body throws, `Realm.Error` if the file cannot be read, and `CancellationError` if the task is cancelled before the
  /// body begins. See the guide, *Ashlar in a server*.
  public func readInBackground<R: Sendable>(_ body: @escaping @Sendable (Realm) throws -> R) async throws -> R {
    let isCancelled = BackgroundFlag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        background.run {
          continuation.resume(
            with: Result {
              if isCancelled.isSet { throw CancellationError() }
              return try self.read { try body($0) }
            })
        }
      }
    } onCancel: {
      isCancelled.set()
    }
  }
}

private final class BackgroundFlag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
