/// What the code that runs while a file is brought under another schema can do.
public enum CodeReach: Comparable, Sendable {
  /// There is none.
  case nothing
  /// It writes what the new schema stores in another way: collections whose elements get another width, objects that become embedded.
  case forms
  /// It says what becomes of every value.
  case everything
}
