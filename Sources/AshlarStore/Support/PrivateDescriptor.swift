import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A descriptor that no other process has: it is closed when a program is started and in a child that was forked. Locks of an open file
/// last until all who share it have closed it.
final class PrivateDescriptor {
  private let descriptor = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  private let handler: ForkHandler
  private let process = ashlar_process()

  /// Takes over an open descriptor that programs do not inherit.
  init(_ number: Int32) {
    descriptor.initialize(to: number)
    handler = ForkHandler(descriptor, ashlar_close_in_child)
  }

  /// -1 in a child that was forked.
  var number: Int32 { descriptor.pointee }

  /// Whether this is the process that opened it.
  var isOwn: Bool { number >= 0 && process == ashlar_process() }

  deinit {
    if isOwn { close(number) }
    descriptor.pointee = -1
    withExtendedLifetime(handler) {}
    descriptor.deallocate()
  }
}
