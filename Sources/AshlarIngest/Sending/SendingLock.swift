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

  /// Acquires the lock without waiting; returns nil if another sender holds it. Throws if the lock file cannot be opened.
  init?(path: String) throws {
    let name = path + ".sender"
    do {
      descriptor = try CompanionFile.open(name, of: path, mode: 0o666)
    } catch {
      throw Ingest.Failure(reason: "\(error)")
    }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
