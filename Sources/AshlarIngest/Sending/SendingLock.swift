import AshlarStore
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The exclusive right to send from a file: a lock on `<file>.sender`, which the system releases when the process ends.
final class SendingLock {
  private let descriptor: Int32

  /// Acquires the lock without waiting; returns nil if another sender holds it. Throws if the lock file cannot be opened or locked.
  init?(path: String) throws {
    let name = path + ".sender"
    do {
      descriptor = try CompanionFile.open(name, of: path, mode: 0o666)
    } catch {
      throw Ingest.Failure(reason: "\(error)")
    }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return nil }
      if errno != EINTR { throw Ingest.Failure(reason: "'\(name)' cannot be locked: \(String(cString: strerror(errno)))") }
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
