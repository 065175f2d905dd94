import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A descriptor of a file beside LMDB's, to hold locks. LMDB's is inherited by every program that another thread starts just while LMDB
/// opens the file, and a lock on it would last as long as that program runs; this one never is.
final class PairingDescriptor {
  // In a child that was forked it is closed: the locks of an open file last until all who share it have closed it.
  private let descriptor = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  private let handler: ForkHandler
  private let process = ashlar_process()

  /// Throws `StoreError.notAtItsPath` when the file that was opened is no longer at its path.
  init(_ path: String, _ identity: FileStatus.Identity?) throws(StoreError) {
    descriptor.initialize(to: open(path, O_RDWR | O_CLOEXEC))
    handler = ForkHandler(descriptor, ashlar_close_in_child)
    guard number >= 0 else { throw LMDBCode.error(errno, path, "open") }
    if FileStatus(number).identity != identity { throw .notAtItsPath(path: path, isMissing: false) }
  }

  var number: Int32 { descriptor.pointee }

  deinit {
    if number >= 0, process == ashlar_process() { close(number) }
    descriptor.pointee = -1
    withExtendedLifetime(handler) {}
    descriptor.deallocate()
  }
}
