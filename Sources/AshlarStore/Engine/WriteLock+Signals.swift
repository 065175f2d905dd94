import CAshlar

// Telling other processes of commits, through the lock file.
extension WriteLock {
  /// Counts this process among those that are told. False where that is not possible.
  func joinWatchers() -> Bool { file.map { ashlar_watchers_join($0) == 0 } ?? false }

  /// Ends `joinWatchers`.
  func leaveWatchers() { if let file { ashlar_watchers_leave(file) } }

  /// Tells them of a commit. Called by the holder of the file lock; free while nobody watches.
  func signalCommit() { if let file { ashlar_signal_commit(file) } }

  /// Makes an event for this process.
  func signalSelf() { if let file { ashlar_signal_self(file) } }
}
