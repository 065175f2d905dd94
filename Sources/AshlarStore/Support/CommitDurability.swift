/// What a returned commit promises.
public enum CommitDurability: Sendable {
  /// It survives the loss of power.
  case full
  /// It survives the end of the process; when power is lost the file goes back to a version of a short while before.
  case relaxed
  /// It survives the end of the process; a loss of power may damage the file. Once this process makes or sees a `.relaxed`
  /// commit, `.unsynced` behaves like `.relaxed`.
  case unsynced
}
