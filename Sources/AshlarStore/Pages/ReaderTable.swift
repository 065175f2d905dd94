import CAshlar
import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// LMDB's reader table, a file beside the database, and locks on it that outlast LMDB's.
///
/// The kernel releases LMDB's locks when this process closes any descriptor of the file, for example in code that copies the folder. The
/// next process to open the database would then clear the table, and the other processes would consider this process's readers dead and
/// overwrite pages that these readers use. The locks here belong to an open file description; see `ashlar_hold_readers` and
/// `ashlar_hold_number`.
///
/// Invariant: from `hold` until this object is deinitialized, LMDB in other processes clears neither the table nor the readers of this
/// process.
final class ReaderTable {
  // The size of the table in bytes: a header of a few cache lines, and one line for each reader.
  private static let size = Int64(LMDBCode.maximumReaders) * 64 + 256

  private let path: String
  // The path of the table.
  private let readers: String
  private let descriptor: PrivateDescriptor
  private let process = getpid()

  /// Opens or creates the table of the database at `path`, and allocates its disk space: LMDB only extends the file and writes to it
  /// through a mapping, so on a full disk a signal would terminate the process.
  init(_ path: String) throws(StoreError) {
    self.path = path
    readers = path + "-lock"
    let number = try CompanionFile.open(readers, of: path)
    descriptor = PrivateDescriptor(number)
    let code = ashlar_fill_file(number, ReaderTable.size)
    if code != 0 { throw LMDBCode.error(code, readers, "create the lock file") }
  }

  /// Prevents LMDB from clearing the table if other processes have the database open but have lost their lock on the table. Such processes
  /// use a release of Ashlar that lacks this class. Must be called before LMDB opens the database.
  func keepForOthers() {
    // LMDB must initialize a new table: the database may be in use under another name, or its table may have been removed.
    guard isInitialized, ashlar_readers_are_held(descriptor.number) == 0 else { return }
    let data = open(path, O_RDONLY | O_CLOEXEC)
    guard data >= 0 else { return }
    defer { close(data) }
    // A program that is being started briefly shares the locks of its parent, which may have closed the database.
    for attempt in 0..<8 {
      if ashlar_is_paired(data) == 0 { return }
      if attempt < 7 { usleep(.random(in: 1000...10_000)) }
    }
    // Two processes may execute this concurrently and both acquire the shared lock, which is harmless because the table is initialized.
    _ = ashlar_hold_readers(descriptor.number)
  }

  // The magic number, which LMDB stores first.
  private static let magic: UInt32 = 0xBEEF_C0DE

  private var isInitialized: Bool {
    var found: UInt32 = 0
    return pread(descriptor.number, &found, 4, 0) == 4 && found == ReaderTable.magic
  }

  /// Acquires the locks. Must be called after LMDB has opened the database and before it is read. Throws `StoreError.sameProcessNumber` if
  /// a process of another container with the same process ID has the database open.
  func hold(_ environment: OpaquePointer) throws(StoreError) {
    // LMDB may have opened a different file at the path.
    if FileStatus(readers).isLink || FileStatus(readers).identity != FileStatus(descriptor.number).identity {
      throw .untrusted(path: readers, .replaced)
    }
    try LMDBCode.check(retry { ashlar_hold_readers(descriptor.number) }, path, "lock the table of readers")
    let code = retry {
      // When LMDB begins the first reader of the process, it locks the byte whose offset is the process ID.
      var reader: OpaquePointer?
      let code = mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &reader)
      mdb_txn_abort(reader)
      return code == 0 ? ashlar_hold_number(descriptor.number, process) : code
    }
    if code == EAGAIN || code == EACCES || code == EBUSY { throw .sameProcessNumber(path: path, process: process) }
    try LMDBCode.check(code, path, "begin")
  }

  // Calls `lock`, and repeats the call up to eight times while the lock is busy. Returns the last code. If a process ended while it was
  // starting a program, its child process still shares its locks briefly.
  private func retry(_ lock: () -> Int32) -> Int32 {
    var code = lock()
    for _ in 0..<8 where code == EAGAIN || code == EACCES || code == EBUSY {
      usleep(.random(in: 1000...10_000))
      code = lock()
    }
    return code
  }

  /// Returns whether a process holds its lock on the table; if so, LMDB treats its readers as alive.
  func isHeld(by process: Int32) -> Bool { ashlar_number_is_held(descriptor.number, process) != 0 }

  deinit { if descriptor.isOwn { ashlar_release_readers(descriptor.number, process) } }
}
