/// The database files that this process has open.
public enum OpenFiles {
  /// The number of open files, including idle files, which are closed two seconds after the release of their last Realm, but not databases
  /// in memory.
  public static var count: Int {
    let writable = EnvironmentRegistry.state.withLock { state in
      state.entries.count { identity, entry in
        if case .file = identity { entry.engine != nil } else { false }
      }
    }
    return writable + ReadOnlyEngines.count
  }
}
