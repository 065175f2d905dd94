import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One engine a file in a process: opening the same file twice would silently destroy LMDB's locks. Files are told apart
/// by device and inode, so that two paths to one file share an engine; and by where they lie, so that a file that has come to the
/// path of one that is still open is not opened with its lock files.
public enum EnvironmentRegistry {
  enum Identity: Hashable {
    case file(FileStatus.Identity)
    case memory(String)
  }

  struct Entry {
    /// Where the file was opened.
    let path: String
    weak var engine: (any FileEngine)?
    var use: FileUse?
  }

  struct State {
    var entries: [Identity: Entry] = [:]
    /// The file that was opened last at a path without symbolic links.
    var lastOpened: [String: FileStatus.Identity] = [:]
  }

  static let state = PerProcess(State())
  /// The engine for the file at `path`, created when it is missing or empty. A file that is not a database is left as it is.
  /// One that was in use when the machine lost power goes back to its last sync first.
  ///
  /// Throws `StoreError.stillOpen` when this process has the file open that was at the path before, `.otherName` and
  /// `.replacedInUse` when another process has it open in such a way that both would write.
  public static func open(path: String) throws(StoreError) -> any StorageEngine {
    // Where it lies only concerns who opens it first.
    if case .engine(let engine)? = try? state.withLock({ try find(path, FileStatus(path), &$0) }) { return engine }
    let path = RealPath.of(path)
    var isSettled = false
    while true {
      let found = try state.withLock { state throws(StoreError) -> Found? in
        // Once, and after another thread may have replaced the file.
        let status = FileStatus(path)
        if let known = try find(path, status, &state) { return known }
        if ReadOnlyEngines.has(status) { throw .openedOtherwise(path: path) }
        if !isSettled, CheckpointFile.mayExist(path) { return nil }
        _ = try FileCheck.check(path, status)
        let use = FileUse()
        return .engine(enter(try Engines.open(path, EngineOptions(use: use)), use, &state))
      }
      switch found {
      case .engine(let engine): return engine
      case .busy(let use): use.waitForEnd()
      case .idle(let idlePath): IdleEngines.close(at: idlePath)
      case nil:
        try settle(path)
        isSettled = true
      }
    }
  }

  /// As `open(path:)`; when nobody has the file open, in this process or another, it is compacted first if `decide` says so.
  /// The file is then as it was or compacted, also when this throws.
  public static func open(path: String, compactIf decide: CompactionDecision) throws -> any StorageEngine {
    try open(path: path) { path, claim, willReplace in try Compaction.run(path, under: claim, if: decide, willReplace: willReplace) }
  }

  /// As `open(path:)`; when nobody has the file open, in this process or another, `replace` is called first, which may put another in
  /// its place: it calls its last argument before.
  static func open(
    path: String, replacing replace: (_ path: String, _ claim: FileClaim, _ willReplace: (_ copy: String) -> Void) throws -> Void
  ) throws -> any StorageEngine {
    let path = RealPath.of(path)
    IdleEngines.close(at: path)
    try settle(path)
    // There is nothing to replace in a file without trees.
    guard try FileCheck.check(path) == .existing else { return try open(path: path) }
    let use = FileUse()
    defer { use.end() }
    let found = try state.withLock { state throws(StoreError) in
      let status = FileStatus(path)
      if let known = try find(path, status, &state) { return known as Found? }
      remember(status, path, use, &state)
      return nil
    }
    switch found {
    case .engine(let engine): return engine
    case .busy, .idle: return try open(path: path)
    case nil: break
    }
    guard let claim = try FileClaim(path) else {
      use.end()
      return try open(path: path)
    }
    let outcome = Result {
      try replace(path, claim) { copy in
        // From now on the copy may be found at the path.
        state.withLock { remember(FileStatus(copy), path, use, &$0) }
      }
    }
    // Also when that failed: processes that wait for the claim find LMDB's lock file as its first user leaves it.
    let engine = try state.withLock { state throws(StoreError) in
      let own = FileUse()
      return enter(try Engines.open(path, EngineOptions(use: own, claim: claim)), own, &state)
    }
    try outcome.get()
    return engine
  }

  /// Whether this process has the file at `path` open to write to it. One that nobody uses any more is closed.
  public static func isOpen(path: String) -> Bool { isOpen(FileStatus(path)) }

  static func isOpen(_ status: FileStatus) -> Bool {
    guard let identity = status.identity else { return false }
    while let engine = state.withLock({ $0.entries[.file(identity)]?.engine }) {
      guard IdleEngines.contains(engine) else { return true }
      IdleEngines.close(at: engine.path)
    }
    return false
  }

  /// Whether opening the file at `path` takes an engine that is there, so that it neither waits for the disk nor for another process.
  public static func hasEngine(at path: String) -> Bool {
    let status = FileStatus(path)
    guard let identity = status.identity else { return false }
    return state.withLock { $0.entries[.file(identity)]?.engine != nil }
  }

  /// Sees to a checkpoint that earlier users of the file left, unless this process has the file open.
  private static func settle(_ path: String) throws(StoreError) {
    guard CheckpointFile.mayExist(path) else { return }
    let checkpoint = CheckpointFile(path)
    while checkpoint.exists {
      let use = FileUse()
      let found = try state.withLock { state throws(StoreError) in
        let status = FileStatus(path)
        if let known = try find(path, status, &state) { return known as Found? }
        if status.code != 0 || status.size == 0 {
          // The file that it belonged to was removed.
          try checkpoint.remove()
          use.end()
          return nil
        }
        remember(status, path, use, &state)
        return nil
      }
      switch found {
      case .engine: return
      case .busy(let other): other.waitForEnd()
      case .idle(let idlePath): IdleEngines.close(at: idlePath)
      case nil:
        defer { use.end() }
        if !use.isOver { try CheckpointSettling.run(path) }
        return
      }
    }
  }

  private static func enter(_ engine: any FileEngine, _ use: FileUse, _ state: inout State) -> any FileEngine {
    // Of the file that is open, should the path lead to another one by now.
    let entry = Entry(path: engine.path, engine: engine, use: use)
    if let identity = engine.identity {
      state.entries[.file(identity)] = entry
      state.lastOpened[engine.path] = identity
    }
    return engine
  }

  static func remember(_ status: FileStatus, _ path: String, _ use: FileUse, _ state: inout State) {
    guard let identity = status.identity else { return }
    state.entries[.file(identity)] = Entry(path: path, engine: nil, use: use)
    state.lastOpened[path] = identity
  }
}
