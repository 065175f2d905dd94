import CAshlar

// Notifies other processes of commits through the lock file.
extension WriteLock {
  /// Registers this process for signals. Returns false if that is not possible.
  func joinWatchers() -> Bool { file.map { ashlar_watchers_join($0) == 0 } ?? false }

  /// Ends the registration of this process for signals.
  func leaveWatchers() { if let file { ashlar_watchers_leave(file) } }

  /// Signals a commit to the registered processes. Called by the holder of the file lock. Makes no system call if no other process is
  /// registered.
  func signalCommit() { if let file { ashlar_signal_commit(file) } }

  /// Signals this process only, to wake its thread that waits for commits.
  func signalSelf() { if let file { ashlar_signal_self(file) } }
}
