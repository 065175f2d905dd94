import CAshlar

/// What a forked child does with something that it inherited, before it runs anything else; as long as this lives.
package final class ForkHandler {
  private let handler: UnsafeMutablePointer<ashlar_fork_handler>

  /// - Parameters:
  ///   - context: what `run` gets; valid as long as this.
  ///   - run: only what is allowed in a signal handler.
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
