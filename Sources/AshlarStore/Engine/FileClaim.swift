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
    descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw LMDBCode.error(errno, lock, "open") }
    var code = ashlar_try_process_lock(descriptor)
    if code == 0 {
      data = open(path, O_RDWR | O_CLOEXEC)
      code = data < 0 ? errno : ashlar_claim_file(data)
      // A program that is just being started has a share of all open files, for a moment.
      for _ in 0..<40 where code == EAGAIN || code == EBUSY {
        usleep(.random(in: 500...5000))
        code = ashlar_claim_file(data)
      }
      if code == 0 { return }
      if data >= 0 { close(data) }
    }
    close(descriptor)
    hasEnded = true
    if code == EAGAIN || code == EBUSY { return nil }
    throw LMDBCode.error(code, lock, "lock")
  }

  /// Lets others open the file by other names, which the next opening in this process requires.
  func giveUpNames() {
    if data >= 0, process == ashlar_process() { close(data) }
    data = -1
  }

  /// How many names the file has.
  var names: Int { FileStatus(data).links }

  /// See `ashlar_fill_file`.
  func fillReaders(_ size: Int64) -> Int32 { ashlar_fill_file(descriptor, size) }

  /// To be called once nothing in this process has the file open.
  func end() {
    giveUpNames()
    // A child would give back locks of its own.
    if !hasEnded, process == ashlar_process() { close(descriptor) }
    hasEnded = true
  }

  deinit { end() }
}
