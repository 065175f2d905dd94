import CAshlar
import AshlarStore
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs bodies that take long on threads of its own, as many as there are cores, so that those of tasks stay free. A thread ends when nothing is
/// left to run.
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
    let context = Unmanaged.passRetained(self)
    let code = ashlar_start_thread(
      { context in
        guard let context else { return }
        Unmanaged<BackgroundBodies>.fromOpaque(context).takeRetainedValue().work()
      }, context.toOpaque())
    if code == 0 { return }
    context.release()
    // Without another thread the caller's has to do.
    work()
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
  /// As `read`, for bodies that take long, such as scans of gigabytes: they run on threads of the pool's own, as many as there are cores, and the
  /// task is suspended meanwhile. Throws `CancellationError` when it is cancelled before the body begins.
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
