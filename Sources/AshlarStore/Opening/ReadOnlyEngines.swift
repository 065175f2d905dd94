/// The engines of files that are opened read-only without locks, a checkpoint or other companion files: the files can be on read-only
/// media. They must not be written to while they are open. A process has at most one such engine per file.
public enum ReadOnlyEngines {
  private struct Entry {
    weak var engine: (any FileEngine)?
  }

  private static let entries = PerProcess<[FileStatus.Identity: Entry]>([:])

  /// Opens the database at `path`, which must exist.
  ///
  /// Throws `StoreError`: `.notFound` or `.notADatabase` if there is no database at `path`, `.openedOtherwise` if this process has the file
  /// open for writing, `.checkpoint` if the file must first be restored to its last sync, because this would write to it, and
  /// `.keyMissing`, `.wrongKey` or `.notEncrypted` if `key` is not that of the file.
  public static func open(path: String, key: EncryptionKey? = nil) throws(StoreError) -> any StorageEngine {
    let status = FileStatus(path)
    if EnvironmentRegistry.isOpen(status) { throw .openedOtherwise(path: path) }
    return try entries.withLock { entries throws(StoreError) in
      if let identity = status.identity, let engine = entries[identity]?.engine {
        try engine.admit(key)
        return engine
      }
      switch try FileCheck.check(path, status, key: key, isWritable: false) {
      case .new: throw status.code == 0 ? .notADatabase(path: path, reason: .tooSmall(bytes: 0)) : .notFound(path: path)
      case .withoutTrees: throw .notADatabase(path: path, reason: .noSchema)
      case .existing: break
      }
      if let left = try CheckpointFile(path).read(), left.boot != BootIdentity.current { throw .checkpoint(path: path, .readOnly) }
      let engine = try Engines.read(path, key: key)
      entries = entries.filter { $0.value.engine != nil }
      if let identity = status.identity { entries[identity] = Entry(engine: engine) }
      return engine
    }
  }

  /// The number of files that this process has open read-only.
  static var count: Int { entries.withLock { $0.values.count { $0.engine != nil } } }

  /// Returns whether this process has the file open read-only.
  static func has(_ status: FileStatus) -> Bool {
    guard let identity = status.identity else { return false }
    return entries.withLock { $0[identity]?.engine != nil }
  }
}
