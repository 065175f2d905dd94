import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The open engines of this process, one per file: opening the same file twice would silently release LMDB's locks. Files are identified by
/// device and inode, so that two paths to one file share an engine. They are also identified by path, so that a file that replaced an open
/// one is not opened with the lock files of the replaced file.
public enum EnvironmentRegistry {
  enum Identity: Hashable {
    case file(FileStatus.Identity)
    case memory(String)
  }

  struct Entry {
    /// The path at which the file was opened.
    let path: String
    weak var engine: (any FileEngine)?
    var use: FileUse?
  }

  struct State {
    var entries: [Identity: Entry] = [:]
    /// The identity of the file that was last opened at each path. The paths contain no symbolic links.
    var lastOpened: [String: FileStatus.Identity] = [:]
  }

  static let state = PerProcess(State())
  /// Opens the file at `path`, creating it if it is missing or empty. A file that is not a database is left unchanged. A file whose
  /// checkpoint was saved before the machine was last started is first restored to that checkpoint.
  ///
  /// Throws `StoreError.stillOpen` if this process still has open the file that was previously at the path, or has this file open under a
  /// former path; `.otherName` if another process has this file open with other lock files; `.replacedInUse` if another process uses the
  /// lock files at the path for a different file; `.openedOtherwise` if this process has the file open read-only; `.keyMissing`,
  /// `.wrongKey` or `.notEncrypted` if `key` is not that of the file, also if this process has the file open.
  /// - Parameter key: The key of an encrypted file; nil for a file that is not encrypted.
  public static func open(path: String, key: EncryptionKey? = nil) throws(StoreError) -> any StorageEngine {
    try open(path: path, key: key, isForReading: false)
  }

  /// Opens the file as `open(path:)` does. If `isForReading` is true, also opens a file that unknown features prevent this release from
  /// writing; commits to such a file throw `StoreError.unknownFeatures`.
  static func open(path: String, key: EncryptionKey?, isForReading: Bool) throws(StoreError) -> any StorageEngine {
    // The path need be resolved only if the file is not open yet.
    if case .engine(let engine)? = try? state.withLock({ try find(path, FileStatus(path), &$0) }) {
      return try admitted(engine, key, isForReading)
    }
    let path = RealPath.of(path)
    var isSettled = false
    while true {
      let found = try state.withLock { state throws(StoreError) -> Found? in
        // The status is read once per iteration, since another thread may have replaced the file.
        let status = FileStatus(path)
        if let known = try find(path, status, &state) { return known }
        if ReadOnlyEngines.has(status) { throw .openedOtherwise(path: path) }
        if !isSettled, CheckpointFile.mayExist(path) { return nil }
        _ = try FileCheck.check(path, status, key: key, isWriting: !isForReading)
        let use = FileUse()
        return .engine(enter(try Engines.open(path, EngineOptions(key: key, use: use, isForReading: isForReading)), use, &state))
      }
      switch found {
      case .engine(let engine): return try admitted(engine, key, isForReading)
      case .busy(let use): use.waitForEnd()
      case .idle(let idlePath): IdleEngines.close(at: idlePath)
      case nil:
        try settle(path, key)
        isSettled = true
      }
    }
  }

  /// Opens the file at `path`. If the file has free pages and only one name and is not open in this or another process, `decide` is called,
  /// and the file is compacted first if it returns true. Even if this throws, the file is either unchanged or compacted.
  public static func open(
    path: String, key: EncryptionKey? = nil, compactIf decide: CompactionDecision
  ) throws -> any StorageEngine {
    try open(path: path, key: key) { path, claim, willReplace in
      try Compaction.run(path, key, under: claim, if: decide, willReplace: willReplace)
    }
  }

  /// Opens the file at `path`. If the file has trees and is not open in this or another process, `replace` is called first. `replace` may
  /// move another file to the path, but must first call its last argument with the path of that file.
  static func open(
    path: String, key: EncryptionKey?,
    replacing replace: (_ path: String, _ claim: FileClaim, _ willReplace: (_ copy: String) -> Void) throws -> Void
  ) throws -> any StorageEngine {
    let path = RealPath.of(path)
    IdleEngines.close(at: path)
    try settle(path, key)
    // A file without trees contains nothing to migrate or compact.
    guard try FileCheck.check(path, key: key) == .existing else { return try open(path: path, key: key) }
    let use = FileUse()
    defer { use.end() }
    let found = try state.withLock { state throws(StoreError) in
      let status = FileStatus(path)
      if let known = try find(path, status, &state) { return known as Found? }
      remember(status, path, use, &state)
      return nil
    }
    switch found {
    case .engine(let engine): return try admitted(engine, key, false)
    case .busy, .idle: return try open(path: path, key: key)
    case nil: break
    }
    guard let claim = try FileClaim(path) else {
      use.end()
      return try open(path: path, key: key)
    }
    let outcome = Result {
      try replace(path, claim) { copy in
        // From now on, the path may refer to the copy.
        state.withLock { remember(FileStatus(copy), path, use, &$0) }
      }
    }
    // The engine is opened even if replacing failed: processes that wait for the claim expect LMDB's lock file in the state in which its
    // first user leaves it.
    let engine = try state.withLock { state throws(StoreError) in
      let own = FileUse()
      return enter(try Engines.open(path, EngineOptions(key: key, use: own, claim: claim)), own, &state)
    }
    try outcome.get()
    return engine
  }

  /// Returns whether this process has the file at `path` open for writing. If the file is only idle, closes it and returns false.
  public static func isOpen(path: String) -> Bool { isOpen(FileStatus(path)) }

  static func isOpen(_ status: FileStatus) -> Bool {
    guard let identity = status.identity else { return false }
    while let engine = state.withLock({ $0.entries[.file(identity)]?.engine }) {
      guard IdleEngines.contains(engine) else { return true }
      IdleEngines.close(at: engine.path)
    }
    return false
  }

  /// Returns whether the file at `path` has an open engine; if so, opening it waits neither for the disk nor for another process.
  public static func hasEngine(at path: String) -> Bool {
    let status = FileStatus(path)
    guard let identity = status.identity else { return false }
    return state.withLock { $0.entries[.file(identity)]?.engine != nil }
  }

  /// Applies or removes a checkpoint left by earlier users of the file, unless this process has the file open.
  private static func settle(_ path: String, _ key: EncryptionKey?) throws(StoreError) {
    guard CheckpointFile.mayExist(path) else { return }
    let checkpoint = CheckpointFile(path)
    while checkpoint.exists {
      let use = FileUse()
      let found = try state.withLock { state throws(StoreError) in
        let status = FileStatus(path)
        if let known = try find(path, status, &state) { return known as Found? }
        if status.code != 0 || status.size == 0 {
          // The checkpoint's database has been removed.
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
        if !use.isOver { try CheckpointSettling.run(path, key: key) }
        return
      }
    }
  }

  // Throws if the key is not that of the file, or if the file would be opened for writing, but this process can only read it because of
  // unknown features.
  private static func admitted(
    _ engine: any FileEngine, _ key: EncryptionKey?, _ isForReading: Bool
  ) throws(StoreError) -> any FileEngine {
    try engine.admit(key)
    if !isForReading, !engine.unknownFeatures.isEmpty {
      throw .unknownFeatures(path: engine.path, names: engine.unknownFeatures)
    }
    return engine
  }

  private static func enter(_ engine: any FileEngine, _ use: FileUse, _ state: inout State) -> any FileEngine {
    // The identity is that of the opened file, even if another file has replaced it at the path since.
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
