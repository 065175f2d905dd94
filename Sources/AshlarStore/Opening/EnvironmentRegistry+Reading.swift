#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension EnvironmentRegistry {
  /// The engine for a file that is only to be read, and that others may write to meanwhile: if lock files exist, it takes part in
  /// LMDB's locking, so that the version it reads stays. If they do not, or this process may not write to them, it uses no locks, and
  /// nobody may write. In both cases it leaves the file as it is and creates none beside it.
  ///
  /// Throws `StoreError`: `.checkpoint` when the file has to go back to its last sync, which would write, and `.notADatabase` when it
  /// has no trees yet, which opening it would create.
  package static func openToRead(path: String) throws(StoreError) -> any StorageEngine {
    let real = RealPath.of(path)
    let needed: [String] = [real, "\(real)-lock", "\(real).lock"]
    let mayLock = needed.allSatisfy { (name: String) -> Bool in access(name, R_OK | W_OK) == 0 }
    guard mayLock, FileStatus(path).size > 0 else { return try ReadOnlyEngines.open(path: path) }
    if let left = try CheckpointFile(path).read(), left.boot != BootIdentity.current { throw .checkpoint(path: path, .readOnly) }
    // `open` would create them.
    guard try FileHeader.read(PageFile(path, isWritable: false)).newest.main.root != TreeRecord.noPage else {
      throw .notADatabase(path: path, reason: .noSchema)
    }
    return try open(path: path)
  }
}
