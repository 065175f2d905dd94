/// The extent to which migration code changes rows while a file is migrated to a different schema.
public enum CodeReach: Comparable, Sendable {
  /// No migration code runs.
  case nothing
  /// Migration code rewrites values whose encoding changes: collections whose elements change width, and objects that become embedded.
  case forms
  /// Migration code may change any value, and converts the values that the store cannot convert.
  case everything
}
