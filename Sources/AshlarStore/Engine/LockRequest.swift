/// A request for the write lock by a caller that does not block a thread. It is signaled once, when a retry may succeed. The lock is not
/// transferred to the request, since the time at which its owner will run is unknown.
public final class LockRequest: Sendable {
  private enum State {
    case new
    case waiting(@Sendable () -> Void)
    case told
  }

  private let state = Guarded(State.new)

  /// Creates a request.
  public init() {}

  /// Calls `resume` once a retry may succeed, immediately if the request has already been signaled. Must be called at most once.
  public func whenFree(_ resume: @escaping @Sendable () -> Void) {
    let isTold = state.withLock { state in
      if case .told = state { return true }
      state = .waiting(resume)
      return false
    }
    if isTold { resume() }
  }

  /// Signals the request; further calls have no effect.
  public func tell() {
    let resume = state.withLock { state -> (@Sendable () -> Void)? in
      defer { state = .told }
      if case .waiting(let resume) = state { return resume }
      return nil
    }
    resume?()
  }
}
