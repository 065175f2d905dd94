#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension EnvironmentRegistry {
  /// Opens a file for reading while other processes may write to it. If the file and its lock files exist and are writable, the engine
  /// takes part in LMDB's locking, so that the versions it reads stay pinned. Otherwise the engine uses no locks, and no process may write
  /// to the file. In both cases, opening does not change the database.
  ///
  /// Without locks, opening changes no companion file either. With locks, it changes them as opening for writing does: it registers the
  /// process in the lock files, removes the entries of processes that have ended, and, if no other process uses the file, syncs the file
  /// and removes a checkpoint that was left by a process that ended since the machine started.
  ///
  /// Throws `StoreError`: `.keyMissing`, `.wrongKey` or `.notEncrypted` if `key` is not that of the file, `.checkpoint` if the file must
  /// first be restored to its last sync, and `.notADatabase` if it has no trees yet, because either would require writing to it. A file
  /// with unknown features is opened unless they also prevent reading it.
  package static func openToRead(path: String, key: EncryptionKey? = nil) throws(StoreError) -> any StorageEngine {
    let real = RealPath.of(path)
    let needed: [String] = [real, "\(real)-lock", "\(real).lock"]
    let mayLock = needed.allSatisfy { (name: String) -> Bool in access(name, R_OK | W_OK) == 0 }
    guard mayLock, FileStatus(path).size > 0 else { return try ReadOnlyEngines.open(path: path, key: key) }
    if let left = try CheckpointFile(path).read(), left.boot != BootIdentity.current {
      try checkKey(path, key, of: left)
      throw .checkpoint(path: path, .readOnly)
    }
    // `open` would create the trees.
    guard try FileHeader.read(PageFile(path, isWritable: false)).newest.main.root != TreeRecord.noPage else {
      throw .notADatabase(path: path, reason: .noSchema)
    }
    return try open(path: path, key: key, isForReading: true)
  }

  // Throws if the key is not that of the version that a checkpoint restores. The newest version is not read, because it may be incomplete
  // until the file is restored, which also reports all other errors.
  private static func checkKey(_ path: String, _ key: EncryptionKey?, of checkpoint: Checkpoint) throws(StoreError) {
    guard let version = checkpoint.header?.newest else { return }
    do throws(StoreError) {
      try StructureWalk.check(try PageFile(path, isWritable: false), version, key: key, .identity, false)
    } catch {
      switch error {
      case .keyMissing, .wrongKey, .notEncrypted, .noEncryption: throw error
      default: return
      }
    }
  }
}
