import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One engine a file in a process: opening the same file twice would silently destroy LMDB's locks. Files are told apart
/// by device and inode, so that two paths to one file share an engine.
public enum EnvironmentRegistry {
  private enum Identity: Hashable {
    case file(device: UInt64, inode: UInt64)
    case memory(String)
  }

  private struct Entry {
    weak var engine: LMDBEngine?
    var use: FileUse?
  }

  private static let entries = Mutex<[Identity: Entry]>([:])
  private static let temporaryCount = Atomic<UInt64>(0)

  /// The engine for the file at `path`, created when it is missing or empty. A file that is no database is left as it is.
  public static func open(path: String) throws(StoreError) -> any StorageEngine {
    try entries.withLock { entries throws(StoreError) in
      if let identity = identity(of: path), let entry = entries[identity] {
        if let engine = entry.engine { return engine }
        // Its last user let go of it on another thread, which may be about to close it.
        entry.use?.waitForEnd()
        entries[identity] = nil
      }
      _ = try FileCheck.check(path)
      let use = FileUse()
      let engine = try LMDBEngine(path: path, inMemory: false, use: use)
      if let identity = identity(of: path) { entries[identity] = Entry(engine: engine, use: use) }
      return engine
    }
  }

  /// The engine for a database that lives as long as someone has it open; one for each identifier.
  public static func openInMemory(identifier: String) throws(StoreError) -> any StorageEngine {
    try entries.withLock { entries throws(StoreError) in
      if let engine = entries[.memory(identifier)]?.engine { return engine }
      // Those that are gone leave nothing behind.
      entries = entries.filter { $0.value.engine != nil || $0.value.use != nil }
      let number = temporaryCount.wrappingAdd(1, ordering: .relaxed).newValue
      let path = "\(temporaryFolder())/ashlar-\(getpid())-\(number)"
      let engine = try LMDBEngine(path: path, inMemory: true)
      entries[.memory(identifier)] = Entry(engine: engine)
      return engine
    }
  }

  private static func identity(of path: String) -> Identity? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    return .file(device: UInt64(truncatingIfNeeded: info.st_dev), inode: UInt64(info.st_ino))
  }

  private static func temporaryFolder() -> String {
    if access("/dev/shm", W_OK) == 0 { return "/dev/shm" }
    return getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }
}
