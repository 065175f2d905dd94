import AshlarStore

/// Wakes a task that waits for the next element of a sequence. `signal()` may be called on any thread.
///
/// Invariant: no signal is lost. If no task waits when `signal()` is called, the next call of `wait` returns immediately.
nonisolated final class ChangeSignal: Sendable {
  private struct State {
    var isSignalled = false
    var waiting: [UnsafeContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  func signal() {
    let waiting = state.withLock { state in
      if state.waiting.isEmpty { state.isSignalled = true }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns after a signal, or when the task is cancelled.
  func wait(isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isThere = state.withLock { state in
          if !state.isSignalled { state.waiting.append(continuation) }
          defer { state.isSignalled = false }
          return state.isSignalled
        }
        if isThere { continuation.resume() }
      }
    } onCancel: {
      signal()
    }
  }
}
