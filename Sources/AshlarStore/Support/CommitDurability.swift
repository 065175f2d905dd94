/// What a returned commit promises.
public enum CommitDurability: Sendable {
  /// It survives the loss of power.
  case full
  /// It survives the end of the process; when power is lost the file goes back to a version of a short while before.
  case relaxed
  /// It survives the end of the process; losing power may damage the file. As `.relaxed` from the first commit of that
  /// kind on which its process makes or meets.
  case unsynced
}
