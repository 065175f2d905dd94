import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Exclusive use of a file: while the claim is held, no other process has the file open or can open it by this path, nor by any other name
/// until `releaseNames` is called. The claim consists of the lock by which LMDB detects that it is the first to open the file, and a lock
/// on the file itself.
///
/// LMDB's locks belong to the process and are released when any descriptor of the lock file is closed. The engine that opens the file next
/// in this process therefore takes over the claim, and ends it after closing the file.
final class FileClaim: @unchecked Sendable {
  private let descriptor: Int32
  // The file's descriptor; -1 after `releaseNames`.
  private var data: Int32 = -1
  private var hasEnded = false
  private let process = ashlar_process()

  /// Acquires the claim. Returns nil if another process has the file open. This process must not have it open.
  /// - Parameter path: The path without symbolic links.
  init?(_ path: String) throws(StoreError) {
    let lock = path + "-lock"
    descriptor = try CompanionFile.open(lock, of: path)
    let own = descriptor
    var code = FileClaim.retry { ashlar_try_process_lock(own) }
    if code == 0 {
      data = open(path, O_RDWR | O_CLOEXEC)
      let data = data
      code = data < 0 ? errno : FileClaim.retry { ashlar_claim_file(data) }
      if code == 0 { return }
    }
    end()
    if code == EAGAIN || code == EBUSY { return nil }
    throw LMDBCode.error(code, lock, "lock")
  }

  // Retries if the lock is busy: a child process briefly shares all open file descriptions while it starts a program.
  private static func retry(_ lock: () -> Int32) -> Int32 {
    var code = lock()
    for _ in 0..<40 where code == EBUSY {
      usleep(.random(in: 500...5000))
      code = lock()
    }
    return code
  }

  /// Allows other processes to open the file by other names. Called before this process opens the file again.
  func releaseNames() {
    if data >= 0, process == ashlar_process() { close(data) }
    data = -1
  }

  /// The number of names (hard links) of the file; 0 after `releaseNames`.
  var names: Int { FileStatus(data).links }

  /// Ends the claim. Must not be called before the file is closed everywhere in this process.
  func end() {
    releaseNames()
    // In a forked child, closing the descriptor would release the child's own locks on the lock file.
    if !hasEnded, process == ashlar_process() { close(descriptor) }
    hasEnded = true
  }

  deinit { end() }
}
