import CAshlar

/// Starts threads for blocking work, which must not occupy the threads of tasks and queues.
package enum Worker {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new detached thread with all signals blocked. Returns 0, or an error number if the system creates no thread; then
  /// `body` is not called.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
    let context = Unmanaged.passRetained(Body(body))
    let code = ashlar_start_thread(
      { context in
        guard let context else { return }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
      }, context.toOpaque())
    if code != 0 { context.release() }
    return code
  }
}
