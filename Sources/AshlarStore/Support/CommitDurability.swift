/// The guarantee that holds once a commit has returned.
public enum CommitDurability: Sendable {
  /// The commit survives a loss of power.
  case full
  /// The commit survives the end of the process. After a loss of power, the file may be restored to a slightly earlier version.
  case relaxed
  /// The commit survives the end of the process. A loss of power may damage the file. Once this process has made a `.relaxed` commit, or
  /// has found one of another process, `.unsynced` behaves like `.relaxed`.
  case unsynced
}
