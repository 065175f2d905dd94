import AshlarStore
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The right to send from a file: a lock on `<file>.sender`, which the system gives back when a process dies.
final class SendingLock {
  private let descriptor: Int32

  /// Nil while another sender has it. Throws when the lock cannot be made.
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
