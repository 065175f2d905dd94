/// Records each read in a Realm that tracks reads; see `Realm.Configuration.tracksReads`.
nonisolated class AccessTracker {
  /// The part of a table on which a read of the whole table depends.
  enum Whole: Int64 {
    /// The set of its rows.
    case rows = -1
    /// The contents of all its rows.
    case contents = -2
  }

  /// Records a read of a whole table.
  func read(_ ordinal: Int, _ whole: Whole) { preconditionFailure("a subclass notes reads") }

  /// Records a read of one column of a row.
  func read(_ ordinal: Int, _ key: Int64, _ column: Int) { preconditionFailure("a subclass notes reads") }
}
