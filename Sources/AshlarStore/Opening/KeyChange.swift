/// Encrypts a file, decrypts it, or encrypts it with another key, by writing a copy of its newest version.
package enum KeyChange {
  /// Replaces the file at `path` with a copy that has another key. The copy is written beside the file, synced, and renamed. Even if this
  /// throws, or if the process ends meanwhile, the file is either unchanged or has been replaced by the whole copy. Blocks of the old file
  /// may remain on the disk.
  ///
  /// A checkpoint is applied or removed first, after `old` has been checked. The target of a symbolic link is replaced, and the link
  /// remains. The copy has the permissions, the owner, the outbox and all other contents of the file.
  ///
  /// Throws `StoreError`: `.keyMissing`, `.wrongKey` or `.notEncrypted` if `old` is not the key of the file, `.inUse` if this or another
  /// process has it open, `.severalNames` if it has hard links, `.notADatabase` if it has no schema, and `.noSpace` if the disk has no room
  /// for the copy.
  /// - Parameters:
  ///   - old: The key of the file; nil if it is not encrypted.
  ///   - new: The key of the copy; nil for a copy that is not encrypted.
  ///   - progress: Called with the progress of the copy; throwing cancels it.
  package static func run(
    _ path: String, from old: EncryptionKey?, to new: EncryptionKey?, progress: @escaping CopyProgress = { _, _ in }
  ) throws {
    let path = RealPath.of(path)
    try check(path, old)
    let use = FileUse()
    defer { use.end() }
    try EnvironmentRegistry.reserve(path, for: use)
    let claim = try EnvironmentRegistry.claim(path)
    let before = FileStatus(path).identity
    var isSound = false
    let outcome = Result {
      try CheckpointSettling.settle(path, key: old, under: claim)
      guard try FileCheck.check(path, key: old) == .existing else { throw StoreError.notADatabase(path: path, reason: .noSchema) }
      isSound = true
      if claim.names != 1 { throw StoreError.severalNames(path: path, count: claim.names) }
      try NewFile.make(at: path, .replacing, like: path) { temporary in
        try copy(try Engines.read(path, key: old), to: temporary, new, progress)
        // From now on, the path may refer to the copy.
        EnvironmentRegistry.state.withLock { EnvironmentRegistry.remember(FileStatus(temporary), path, use, &$0) }
      }
    }
    // The file is opened and closed: processes that wait for the claim expect LMDB's lock file in the state in which its first user leaves
    // it. The error of the copy is more important than one of this opening. A damaged file must not be mapped.
    if isSound {
      let key = FileStatus(path).identity == before ? old : new
      _ = try? Engines.open(path, EngineOptions(key: key, claim: claim))
    }
    try outcome.get()
    StoreLog.write(.info, "'\(path)': replaced by a copy that is \(new == nil ? "not encrypted" : "encrypted").")
  }

  /// Writes a copy that has another key to `target`, where no file may exist. The file at `path` is only read; other processes may write to
  /// it as `EnvironmentRegistry.openToRead` describes. If this throws, no file is left at `target`.
  package static func write(
    _ path: String, key old: EncryptionKey?, to target: String, key new: EncryptionKey?, progress: @escaping CopyProgress = { _, _ in }
  ) throws {
    let source = try EnvironmentRegistry.openToRead(path: path, key: old)
    try NewFile.make(at: target, .new, like: path) { temporary in try copy(source, to: temporary, new, progress) }
  }

  // Throws if the file has no schema or another key. Changes nothing, whereas applying a checkpoint would.
  private static func check(_ path: String, _ key: EncryptionKey?) throws(StoreError) { _ = try FileInspection.schema(path, key: key) }

  // This is a separate function so that both files are closed when it returns.
  private static func copy(
    _ source: any StorageEngine, to temporary: String, _ key: EncryptionKey?, _ progress: @escaping CopyProgress
  ) throws {
    var copy = try StoreCopy(of: try source.completeSnapshot(), in: source, into: temporary, key: key, progress: progress)
    try copy.reserveRoom()
    try copy.run()
    copy.giveUpRoom()
  }
}
