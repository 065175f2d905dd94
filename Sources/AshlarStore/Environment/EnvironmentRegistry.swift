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
    case file(FileStatus.Identity)
    case memory(String)
  }

  private struct Entry {
    weak var engine: LMDBEngine?
    var use: FileUse?
  }

  private static let entries = Guarded<[Identity: Entry]>([:])
  private static let temporaryCount = Atomic<UInt64>(0)

  /// The engine for the file at `path`, created when it is missing or empty. A file that is no database is left as it is.
  /// One that was in use when the machine lost power goes back to its last sync first.
  public static func open(path: String) throws(StoreError) -> any StorageEngine {
    var isSettled = false
    while true {
      let found = try entries.withLock { entries throws(StoreError) -> Found? in
        // Once for all that wants to know it, and after whoever may have replaced the file.
        let status = FileStatus(path)
        if let known = find(status, &entries) { return known }
        if !isSettled, CheckpointFile.mayExist(path, status) { return nil }
        _ = try FileCheck.check(path, status)
        let use = FileUse()
        return .engine(enter(try LMDBEngine(path: path, inMemory: false, use: use), use, &entries))
      }
      switch found {
      case .engine(let engine): return engine
      case .busy(let use): use.waitForEnd()
      case nil:
        try settle(path)
        isSettled = true
      }
    }
  }

  /// As `open(path:)`; when nobody has the file open, in this process or another, it is compacted first if `decide` says so.
  /// The file is then as it was or compacted, also when this throws.
  public static func open(path: String, compactIf decide: CompactionDecision) throws -> any StorageEngine {
    try settle(path)
    guard try FileCheck.check(path) == .existing else { return try open(path: path) }
    let use = FileUse()
    defer { use.end() }
    let found = entries.withLock { entries in
      let status = FileStatus(path)
      if let known = find(status, &entries) { return known as Found? }
      remember(status, Entry(engine: nil, use: use), &entries)
      return nil
    }
    switch found {
    case .engine(let engine): return engine
    case .busy: return try open(path: path)
    case nil: break
    }
    guard let claim = try FileClaim(path) else {
      use.end()
      return try open(path: path)
    }
    let outcome = Result {
      try Compaction.run(path, under: claim, if: decide) { copy in
        // Whoever asks for the path from now on may find the copy.
        entries.withLock { remember(FileStatus(copy), Entry(engine: nil, use: use), &$0) }
      }
    }
    // Also when that failed: processes that wait for the claim find LMDB's lock file as its first user leaves it.
    let engine = try entries.withLock { entries throws(StoreError) in
      let own = FileUse()
      return enter(try LMDBEngine(path: path, inMemory: false, use: own, claim: claim), own, &entries)
    }
    try outcome.get()
    return engine
  }

  /// Sees to a checkpoint that earlier users of the file left, unless this process has the file open.
  private static func settle(_ path: String) throws(StoreError) {
    guard CheckpointFile.mayExist(path, FileStatus(path)) else { return }
    let checkpoint = CheckpointFile(path)
    while checkpoint.exists {
      let use = FileUse()
      let found = try entries.withLock { entries throws(StoreError) in
        let status = FileStatus(path)
        if let known = find(status, &entries) { return known as Found? }
        if status.code != 0 || status.size == 0 {
          // The file that it belonged to was removed.
          try checkpoint.remove()
          use.end()
          return nil
        }
        remember(status, Entry(engine: nil, use: use), &entries)
        return nil
      }
      switch found {
      case .engine: return
      case .busy(let other): other.waitForEnd()
      case nil:
        defer { use.end() }
        if !use.isOver { try CheckpointSettling.run(path) }
        return
      }
    }
  }

  private enum Found {
    case engine(LMDBEngine)
    /// Its last user let go of it on another thread, which may be about to close it; or it is being compacted.
    case busy(FileUse)
  }

  private static func find(_ status: FileStatus, _ entries: inout [Identity: Entry]) -> Found? {
    guard let identity = status.identity.map(Identity.file), let entry = entries[identity] else { return nil }
    if let engine = entry.engine { return .engine(engine) }
    if let use = entry.use, !use.isOver { return .busy(use) }
    entries[identity] = nil
    return nil
  }

  private static func enter(_ engine: LMDBEngine, _ use: FileUse, _ entries: inout [Identity: Entry]) -> LMDBEngine {
    // Of the file that is open, should the path lead to another one by now.
    remember(engine.fileStatus, Entry(engine: engine, use: use), &entries)
    return engine
  }

  private static func remember(_ status: FileStatus, _ entry: Entry, _ entries: inout [Identity: Entry]) {
    if let identity = status.identity { entries[.file(identity)] = entry }
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

  private static func temporaryFolder() -> String {
    if access("/dev/shm", W_OK) == 0 { return "/dev/shm" }
    return getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }
}
