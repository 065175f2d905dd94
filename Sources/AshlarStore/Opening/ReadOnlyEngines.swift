/// Files that are only read, and opened without any lock, checkpoint or other file beside them: they may lie on media that
/// cannot be written to. Nobody may write to them meanwhile. One engine a file in a process.
public enum ReadOnlyEngines {
  private struct Entry {
    weak var engine: (any FileEngine)?
  }

  private static let entries = PerProcess<[FileStatus.Identity: Entry]>([:])

  /// The engine for the database at `path`, which must be there.
  ///
  /// Throws `StoreError`: `.openedOtherwise` when this process has the file open for writing, and `.checkpoint` when it has to go
  /// back to its last sync, which would write.
  public static func open(path: String) throws(StoreError) -> any StorageEngine {
    let status = FileStatus(path)
    if EnvironmentRegistry.isOpen(status) { throw .openedOtherwise(path: path) }
    return try entries.withLock { entries throws(StoreError) in
      if let identity = status.identity, let engine = entries[identity]?.engine { return engine }
      switch try FileCheck.check(path, status, isWritable: false) {
      case .new: throw status.code == 0 ? .notADatabase(path: path, reason: .tooSmall(bytes: 0)) : .notFound(path: path)
      case .withoutTrees: throw .notADatabase(path: path, reason: .noSchema)
      case .existing: break
      }
      if let left = try CheckpointFile(path).read(), left.boot != BootIdentity.current { throw .checkpoint(path: path, .readOnly) }
      let engine = try Engines.read(path)
      entries = entries.filter { $0.value.engine != nil }
      if let identity = status.identity { entries[identity] = Entry(engine: engine) }
      return engine
    }
  }

  /// Whether this process reads the file so.
  static func has(_ status: FileStatus) -> Bool {
    guard let identity = status.identity else { return false }
    return entries.withLock { $0[identity]?.engine != nil }
  }
}
