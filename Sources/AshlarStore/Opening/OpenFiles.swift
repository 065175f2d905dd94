/// The database files that this process has open.
public enum OpenFiles {
  /// The number of files, including those that were released a moment ago and are about to be closed, without databases in memory.
  public static var count: Int {
    let writable = EnvironmentRegistry.state.withLock { state in
      state.entries.count { identity, entry in
        if case .file = identity { entry.engine != nil } else { false }
      }
    }
    return writable + ReadOnlyEngines.count
  }
}
