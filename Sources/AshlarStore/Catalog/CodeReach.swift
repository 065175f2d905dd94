/// What the code that runs while a file is brought under another schema can do.
public enum CodeReach: Comparable, Sendable {
  /// There is none.
  case nothing
  /// It writes the collections again whose elements get another width.
  case collections
  /// It says what becomes of every value.
  case everything
}
