extension EnvironmentRegistry {
  enum Found {
    case engine(any FileEngine)
    /// Its last user let go of it on another thread, which may be about to close it; or it is being compacted.
    case busy(FileUse)
    /// The file that was opened at this path is in the way, and open only because it was in use a moment ago.
    case idle(String)
  }

  /// Throws `StoreError.stillOpen` when a file that is open is in the way.
  static func find(_ path: String, _ status: FileStatus, _ state: inout State) throws(StoreError) -> Found? {
    if let identity = status.identity, let entry = state.entries[.file(identity)] {
      if let engine = entry.engine {
        if path == engine.path || FileStatus(engine.path).identity == identity { return .engine(engine) }
        if IdleEngines.contains(engine) { return .idle(engine.path) }
        throw .stillOpen(path: path, before: engine.path)
      }
      if let use = entry.use, !use.isOver { return .busy(use) }
      state.entries[.file(identity)] = nil
    }
    guard let before = state.lastOpened[path], before != status.identity else { return nil }
    // A file that was removed may have left its inode to one at another path.
    guard let entry = state.entries[.file(before)], entry.path == path else {
      state.lastOpened[path] = nil
      return nil
    }
    if let engine = entry.engine {
      if IdleEngines.contains(engine) { return .idle(engine.path) }
      throw .stillOpen(path: path, before: path)
    }
    if let use = entry.use, !use.isOver { return .busy(use) }
    state.lastOpened[path] = nil
    state.entries[.file(before)] = nil
    return nil
  }
}
