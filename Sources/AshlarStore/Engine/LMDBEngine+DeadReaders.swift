import CAshlar
import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Removal of readers whose processes were killed.
extension LMDBEngine {
  /// Removes the readers of dead processes from LMDB's reader table. Does nothing if the table also contains readers of a live process that
  /// has lost its lock on the table: LMDB would remove those readers too. Complexity: O(readers).
  func removeDeadReaders() {
    guard let readerTable, let pairing else { return }
    let own = getpid()
    var isNeeded = false
    for process in Set(ReaderList.read(environment).map(\.process)) where process != own && !readerTable.isHeld(by: process) {
      guard ashlar_has_mark(pairing.number, 0, process) == 0, hasEnded(process) else { return }
      isNeeded = true
    }
    guard isNeeded else { return }
    var dead: Int32 = 0
    mdb_reader_check(environment, &dead)
  }

  // Returns whether a process without a mark, which runs an early release or another program, has ended. A live process that does not have
  // the file open has reused the process ID.
  private func hasEnded(_ process: Int32) -> Bool {
    if kill(process, 0) != 0 { return errno == ESRCH }
    return identity.flatMap { FileUser.hasOpen(process, $0) } == false
  }
}
