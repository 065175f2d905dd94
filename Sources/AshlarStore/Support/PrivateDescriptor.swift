import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A descriptor that no other process shares: it is closed on exec and in a forked child. Locks of an open file description last until all
/// processes that share it have closed it.
final class PrivateDescriptor {
  private let descriptor = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  private let handler: ForkHandler
  private let process = ashlar_process()

  /// Takes ownership of a close-on-exec descriptor.
  init(_ number: Int32) {
    descriptor.initialize(to: number)
    handler = ForkHandler(descriptor, ashlar_close_in_child)
  }

  /// The descriptor; -1 in a forked child.
  var number: Int32 { descriptor.pointee }

  /// Whether this process opened the descriptor.
  var isOwn: Bool { number >= 0 && process == ashlar_process() }

  deinit {
    if isOwn { close(number) }
    descriptor.pointee = -1
    withExtendedLifetime(handler) {}
    descriptor.deallocate()
  }
}
