/// A wish for the right to write of somebody who does not wait on a thread. Told once that it is worth asking again; the right is not
/// given to it, since nobody knows when the one runs who asked.
public final class LockRequest: Sendable {
  private enum State {
    case new
    case waiting(@Sendable () -> Void)
    case told
  }

  private let state = Guarded(State.new)

  /// Makes a request.
  public init() {}

  /// Calls `resume` once it is worth asking again: at once when that is so already. To be called once.
  public func whenFree(_ resume: @escaping @Sendable () -> Void) {
    let isTold = state.withLock { state in
      if case .told = state { return true }
      state = .waiting(resume)
      return false
    }
    if isTold { resume() }
  }

  /// Tells; only the first time counts.
  public func tell() {
    let resume = state.withLock { state -> (@Sendable () -> Void)? in
      defer { state = .told }
      if case .waiting(let resume) = state { return resume }
      return nil
    }
    resume?()
  }
}
