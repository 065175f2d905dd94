extension EnvironmentRegistry {
  enum Found {
    case engine(any FileEngine)
    /// Another thread is closing the file, or is restoring, replacing or deleting it. The use ends when that thread has finished.
    case busy(FileUse)
    /// An open file blocks this opening, but is only idle and can be closed. The value is the path at which it was opened.
    case idle(String)
  }

  /// Returns the state of a file in this process, or nil if it is not open. Throws `StoreError.stillOpen` if this process still has open
  /// the file that was previously at the path, or has this file open under a former path, unless that open file is only idle.
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
    // The inode of a removed file may have been reused by a file at another path.
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
