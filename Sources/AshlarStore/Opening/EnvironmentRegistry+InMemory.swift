import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension EnvironmentRegistry {
  private static let temporaryCount = Atomic<UInt64>(0)

  /// Returns the engine of the in-memory database with an identifier. The database is created if it is not open, and exists as long as it
  /// is open.
  public static func openInMemory(identifier: String) throws(StoreError) -> any StorageEngine {
    try state.withLock { state throws(StoreError) in
      if let engine = state.entries[.memory(identifier)]?.engine { return engine }
      // Removes the entries of databases that no longer exist.
      state.entries = state.entries.filter { $0.value.engine != nil || $0.value.use != nil }
      let path = try makeTemporary()
      let engine = try Engines.openInMemory(path)
      state.entries[.memory(identifier)] = Entry(path: path, engine: engine)
      return engine
    }
  }

  /// Returns whether an in-memory database is open in this process.
  public static func isOpenInMemory(identifier: String) -> Bool {
    state.withLock { $0.entries[.memory(identifier)]?.engine != nil }
  }

  // Creates the file and its lock file empty, so that LMDB does not open a file that another user placed at a predictable path.
  private static func makeTemporary() throws(StoreError) -> String {
    let folder = temporaryFolder()
    while true {
      let number = temporaryCount.wrappingAdd(1, ordering: .relaxed).newValue
      let path = "\(folder)/ashlar-\(getpid())-\(number)-\(String(UInt64.random(in: .min ... .max), radix: 36))"
      guard let file = try CompanionFile.create(path, mode: 0o600) else { continue }
      close(file)
      guard let readers = try CompanionFile.create(path + "-lock", mode: 0o600) else {
        unlink(path)
        continue
      }
      close(readers)
      return path
    }
  }

  private static func temporaryFolder() -> String {
    if access("/dev/shm", W_OK) == 0 { return "/dev/shm" }
    return getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }
}
