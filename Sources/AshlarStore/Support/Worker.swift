import CAshlar

/// Threads for work that waits or blocks, which threads of tasks and queues must not do.
package enum Worker {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new detached thread with all signals blocked. Returns 0, or if the system creates no thread, its error number,
  /// without calling `body`.
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
