import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Before a file is opened, applies or removes the checkpoint that its earlier users left. If the machine has restarted since, the file is
/// restored to the checkpoint; otherwise all written data is intact and only needs a sync.
enum CheckpointSettling {
  private static let patience = Duration.seconds(30)

  /// Applies or removes the checkpoint of a file. This process must not have the file open, and must not open it during the call. If
  /// another process has the file open, a checkpoint of the current boot is left to that process; the call waits until the process has
  /// applied or removed a checkpoint of an earlier boot.
  ///
  /// Throws `StoreError.checkpoint` if the checkpoint is damaged or does not match the file, if the system does not identify the current
  /// boot, or if the other process takes longer than 30 seconds. Throws `.keyMissing`, `.wrongKey` or `.notEncrypted` if the file must be
  /// restored and `key` is not its key. The file and the checkpoint are then unchanged.
  static func run(_ path: String, key: EncryptionKey? = nil, boot: BootIdentity? = .current) throws(StoreError) {
    let begun = ContinuousClock.now
    while let left = try CheckpointFile(path).read() {
      guard let boot else { throw .checkpoint(path: path, .noBootIdentity) }
      if let claim = try FileClaim(path) {
        defer { claim.end() }
        return try settle(path, key: key, under: claim, boot: boot)
      }
      if left.boot == boot { return }
      // Another process is applying or removing the checkpoint.
      if .now - begun > patience { throw .checkpoint(path: path, .inUse) }
      usleep(10_000)
    }
  }

  /// Applies or removes the checkpoint of a file, like `run`, for a caller that holds the claim and need not wait for another process.
  static func settle(
    _ path: String, key: EncryptionKey?, under claim: FileClaim, boot: BootIdentity? = .current
  ) throws(StoreError) {
    defer { withExtendedLifetime(claim) {} }
    let file = CheckpointFile(path)
    guard let found = try file.read() else { return }
    guard let boot else { throw .checkpoint(path: path, .noBootIdentity) }
    if found.boot != boot {
      try restore(found, path, key)
      StoreLog.write(
        .warning,
        "'\(path)': the machine restarted while the file was in use; version \(found.version), the last one that was synced, was restored.")
    }
    let code = ashlar_sync_file(path)
    if code != 0 { throw LMDBCode.error(code, path, "sync") }
    try file.remove()
  }

  /// Writes the saved header pages into the file. If this is interrupted, the next opening repeats it.
  private static func restore(_ checkpoint: Checkpoint, _ path: String, _ key: EncryptionKey?) throws(StoreError) {
    guard let header = checkpoint.header else { throw .checkpoint(path: path, .damaged("it contains no header pages")) }
    // Checks all pages of files of any size: the file may have been replaced since the checkpoint, which no other check would detect. If
    // the file is encrypted, only its key shows whether the values are those of the checkpoint.
    do throws(StoreError) {
      try StructureWalk.check(try PageFile(path), header.newest, key: key, .everything, true)
    } catch {
      switch error {
      case .damaged(_, let detail): throw .checkpoint(path: path, .doesNotFit(detail))
      case .truncated(_, let needed, let found): throw .checkpoint(path: path, .doesNotFit("it has \(found) bytes instead of \(needed)"))
      case .notADatabase: throw .checkpoint(path: path, .doesNotFit("it is not a database"))
      default: throw error
      }
    }
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    if descriptor < 0 { throw LMDBCode.error(errno, path, "open") }
    defer { close(descriptor) }
    for (page, offset) in [(checkpoint.firstPage, 0), (checkpoint.secondPage, checkpoint.pageSize)] {
      var done = 0
      while done < page.count {
        let count = page.withUnsafeBytes { pwrite(descriptor, $0.baseAddress! + done, $0.count - done, off_t(offset + done)) }
        if count > 0 { done += count } else if errno != EINTR { throw LMDBCode.error(errno, path, "restore the header") }
      }
    }
  }
}
