import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// That no other process has a file open, nor opens it as long as this holds, by this name or another: the lock by which LMDB
/// finds out whether it is the first, and one on the file itself.
///
/// LMDB's locks belong to the process and go when any descriptor of the lock file is closed. So the
/// next opening in this process takes the claim over, and ends it after closing the file.
final class FileClaim: @unchecked Sendable {
  private let descriptor: Int32
  // Of the file; -1 once others may use it.
  private var data: Int32 = -1
  private var hasEnded = false
  private let process = ashlar_process()

  /// Nil when another process has the file open. This process must not.
  /// - Parameter path: without symbolic links.
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

  // A program that is just being started has a share of all open files, for a moment.
  private static func retry(_ lock: () -> Int32) -> Int32 {
    var code = lock()
    for _ in 0..<40 where code == EBUSY {
      usleep(.random(in: 500...5000))
      code = lock()
    }
    return code
  }

  /// Lets others open the file by other names, which the next opening in this process requires.
  func releaseNames() {
    if data >= 0, process == ashlar_process() { close(data) }
    data = -1
  }

  /// How many names the file has.
  var names: Int { FileStatus(data).links }

  /// To be called once nothing in this process has the file open.
  func end() {
    releaseNames()
    // A child would give back locks of its own.
    if !hasEnded, process == ashlar_process() { close(descriptor) }
    hasEnded = true
  }

  deinit { end() }
}
