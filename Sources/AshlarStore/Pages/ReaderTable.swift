import CAshlar
import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file beside a database in which LMDB lists readers, and locks on it that outlast LMDB's.
///
/// The kernel releases LMDB's locks when this process closes any descriptor of the file, as code that copies the folder does. The next
/// process that opens the database would then clear the table, and every process would take this one's readers for dead: pages that
/// they read would be written to. The locks here belong to an open file; see `ashlar_hold_readers` and `ashlar_hold_number`.
///
/// Invariant: from `hold` to the end of this, LMDB in other processes neither clears the table nor the readers of this process.
final class ReaderTable {
  // Bytes of the table: a header of a few cache lines, and one line for each reader.
  private static let size = Int64(LMDBCode.maximumReaders) * 64 + 256

  private let path: String
  // Where it is.
  private let readers: String
  private let descriptor: PrivateDescriptor
  private let process = getpid()

  /// Opens the table of the database at `path`, or creates it. Its memory on the disk is allocated: LMDB only extends the file, and stores to
  /// it through a mapping, so a reader on a full disk would stop the process with a signal.
  init(_ path: String) throws(StoreError) {
    self.path = path
    readers = path + "-lock"
    let number = try CompanionFile.open(readers, of: path)
    descriptor = PrivateDescriptor(number)
    let code = ashlar_fill_file(number, ReaderTable.size)
    if code != 0 { throw LMDBCode.error(code, readers, "make the lock file") }
  }

  /// Before LMDB opens the database: sees to it that LMDB does not clear the table where processes have the database open whose lock on the
  /// table was released. Such a process is of a release without this class.
  func keepForOthers() {
    // LMDB must initialize a new table: the database may be in use under another name, or its table may have been removed.
    guard isInitialized, ashlar_readers_are_held(descriptor.number) == 0 else { return }
    let data = open(path, O_RDONLY | O_CLOEXEC)
    guard data >= 0 else { return }
    defer { close(data) }
    // A program that is being started shares the locks of its parent for a moment, which may have closed the database.
    for attempt in 0..<8 {
      if ashlar_is_paired(data) == 0 { return }
      if attempt < 7 { usleep(.random(in: 1000...10_000)) }
    }
    // Two processes may execute this at once, and both take the shared lock: the table is initialized.
    _ = ashlar_hold_readers(descriptor.number)
  }

  // LMDB stores this first.
  private static let magic: UInt32 = 0xBEEF_C0DE

  private var isInitialized: Bool {
    var found: UInt32 = 0
    return pread(descriptor.number, &found, 4, 0) == 4 && found == ReaderTable.magic
  }

  /// After LMDB has opened the database, and before it is read: takes the locks. Throws `StoreError.sameProcessNumber` when a process of another
  /// container that has the database open has this process's number.
  func hold(_ environment: OpaquePointer) throws(StoreError) {
    // LMDB has opened whatever was at the path.
    if FileStatus(readers).isLink || FileStatus(readers).identity != FileStatus(descriptor.number).identity {
      throw .untrusted(path: readers, .replaced)
    }
    try LMDBCode.check(retry { ashlar_hold_readers(descriptor.number) }, path, "lock the table of readers")
    let code = retry {
      // LMDB locks the process's number with its first reader.
      var reader: OpaquePointer?
      let code = mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &reader)
      mdb_txn_abort(reader)
      return code == 0 ? ashlar_hold_number(descriptor.number, process) : code
    }
    if code == EAGAIN || code == EACCES || code == EBUSY { throw .sameProcessNumber(path: path, process: process) }
    try LMDBCode.check(code, path, "begin")
  }

  // A program that a process was starting when it ended shares its locks for a moment.
  private func retry(_ lock: () -> Int32) -> Int32 {
    var code = lock()
    for _ in 0..<8 where code == EAGAIN || code == EACCES || code == EBUSY {
      usleep(.random(in: 1000...10_000))
      code = lock()
    }
    return code
  }

  /// Whether a process holds its lock on the table, so that LMDB takes its readers for those of a living process.
  func isHeld(by process: Int32) -> Bool { ashlar_number_is_held(descriptor.number, process) != 0 }

  deinit { if descriptor.isOwn { ashlar_release_readers(descriptor.number, process) } }
}
