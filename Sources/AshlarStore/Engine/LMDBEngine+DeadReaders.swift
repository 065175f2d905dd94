import CAshlar
import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Readers of processes that were killed.
extension LMDBEngine {
  /// Removes the readers of processes that have ended from LMDB's table, unless the table also has readers of a process that is alive and
  /// whose lock was released: LMDB would remove these too. O(readers).
  func removeDeadReaders() {
    guard let readerTable, let pairing else { return }
    let own = getpid()
    var isNeeded = false
    for process in Set(ReaderList.read(environment).map(\.process)) where process != own && !readerTable.isHeld(by: process) {
      guard ashlar_has_mark(pairing.number, process) == 0, hasEnded(process) else { return }
      isNeeded = true
    }
    guard isNeeded else { return }
    var dead: Int32 = 0
    mdb_reader_check(environment, &dead)
  }

  // Whether a process without a mark, of an early release or of another program, has ended. Its number may belong to a new process.
  private func hasEnded(_ process: Int32) -> Bool {
    if kill(process, 0) != 0 { return errno == ESRCH }
    return identity.flatMap { FileUser.hasOpen(process, $0) } == false
  }
}
