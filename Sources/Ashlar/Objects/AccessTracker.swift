/// Notes each read in a Realm that tracks reads; see `Realm.Configuration.tracksReads`.
nonisolated class AccessTracker {
  /// What a read of a whole table depends on.
  enum Whole: Int64 {
    /// Which rows there are.
    case rows = -1
    /// Anything that is stored in it.
    case contents = -2
  }

  /// A table as a whole is read.
  func read(_ ordinal: Int, _ whole: Whole) { preconditionFailure("a subclass notes reads") }

  /// A column of a row is read.
  func read(_ ordinal: Int, _ key: Int64, _ column: Int) { preconditionFailure("a subclass notes reads") }
}
