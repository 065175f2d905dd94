import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension EnvironmentRegistry {
  // The maximum time for which `claim` waits for a process that keeps the file open for two seconds after the release of its last Realm;
  // see `keepForAMoment`.
  private static let patience = IdleEngines.moment + .seconds(1)
  // The maximum time for which `claim` waits until a child process has executed its program. Before that, the child shares the locks of its
  // parent.
  private static let patienceForStarts = Duration.seconds(1)

  /// Removes a database and its companion files, except the lock files. Returns whether the database existed.
  ///
  /// Throws `StoreError.inUse` if the file is open for writing, in this process or another, `.notAFile` if it is not a regular file, or an
  /// error of the system. A file that is open read-only is removed.
  public static func delete(path: String) throws(StoreError) -> Bool {
    let path = RealPath.of(path)
    let use = FileUse()
    defer { use.end() }
    try reserve(path, for: use)
    return try deleteUnused(path)
  }

  /// Prevents this process from opening the file at `path` until `use` ends. Closes the file if it is idle. Throws `StoreError.inUse` if
  /// this process has it open for writing.
  /// - Parameter path: The path without symbolic links.
  static func reserve(_ path: String, for use: FileUse) throws(StoreError) {
    while true {
      let found: Found?
      do throws(StoreError) {
        found = try state.withLock { state throws(StoreError) in
          let status = FileStatus(path)
          if let known = try find(path, status, &state) {
            if case .engine(let engine) = known, IdleEngines.contains(engine) { return .idle(engine.path) }
            return known
          }
          remember(status, path, use, &state)
          return nil
        }
      } catch {
        if case .stillOpen = error { throw .inUse(path: path) }
        throw error
      }
      switch found {
      case .engine: throw .inUse(path: path)
      case .idle(let idlePath): IdleEngines.close(at: idlePath)
      case .busy(let other): other.waitForEnd()
      case nil: return
      }
    }
  }

  private static func deleteUnused(_ path: String) throws(StoreError) -> Bool {
    let status = FileStatus(path)
    if status.code == ENOENT || status.code == ENOTDIR { return false }
    guard status.isRegular else { throw .notAFile(path: path) }
    let claim = try claim(path)
    defer { claim.end() }
    // The database is removed first: a checkpoint without its database is harmless, but a database without its checkpoint cannot be
    // restored after a loss of power.
    if unlink(path) != 0 {
      if errno == ENOENT { return false }
      throw LMDBCode.error(errno, path, "delete the file")
    }
    for suffix in [".checkpoint", ".checkpoint-new"] + NewFile.leftovers {
      if unlink(path + suffix) != 0, errno != ENOENT { throw LMDBCode.error(errno, path + suffix, "delete the file") }
    }
    LeftCopies.remove(of: path)
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let code = ashlar_sync_file(folder)
    if code != 0 { throw LMDBCode.error(code, path, "sync the folder") }
    return true
  }

  /// Acquires the claim of a file that this process does not have open. Throws `StoreError.inUse` if another process has it open.
  /// - Parameter path: The path without symbolic links.
  static func claim(_ path: String) throws(StoreError) -> FileClaim {
    let begun = ContinuousClock.now
    while true {
      if let claim = try FileClaim(path) { return claim }
      let most = CheckpointFile.mayExist(path) ? patience : patienceForStarts
      guard .now - begun < most else { throw .inUse(path: path) }
      usleep(10_000)
    }
  }
}
