import CAshlar

/// Runs a function in a forked child before any other code, to clean up an inherited resource. The function is registered as long as this
/// object exists.
package final class ForkHandler {
  private let handler: UnsafeMutablePointer<ashlar_fork_handler>

  /// - Parameters:
  ///   - context: The argument of `run`; must be valid as long as this object.
  ///   - run: A function that only makes calls allowed in a signal handler.
  package init(_ context: UnsafeMutableRawPointer, _ run: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void) {
    handler = .allocate(capacity: 1)
    handler.initialize(to: ashlar_fork_handler(run: run, context: context, previous: nil, next: nil))
    ashlar_fork_handler_add(handler)
  }

  deinit {
    ashlar_fork_handler_remove(handler)
    handler.deallocate()
  }
}
