/// The database files that this process has open.
public enum OpenFiles {
  /// The number of open files, including those that are closed two seconds after their last Realm was released, but not databases in
  /// memory.
  public static var count: Int {
    let writable = EnvironmentRegistry.state.withLock { state in
      state.entries.count { identity, entry in
        if case .file = identity { entry.engine != nil } else { false }
      }
    }
    return writable + ReadOnlyEngines.count
  }
}
