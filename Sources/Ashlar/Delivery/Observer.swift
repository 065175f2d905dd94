import AshlarStore

/// The state and the callback of one observation: the values that were last delivered, and the functions that deliver changes. Used only in
/// the Realm's confinement.
nonisolated class Observer {
  /// Whether there is a first call, which delivers the initial state instead of a change.
  var hasFirstCall: Bool { true }
  /// The only row whose changes can affect this observer; nil if changes of other rows can affect it, or if the observer has a first call.
  var row: ObservedRow? { nil }
  /// The tables and columns that determine what the observer reports; nil if any change may affect it. Read once, when the observer is
  /// registered.
  var tables: ObservedTables? { nil }
  /// Called instead of `tell` and `skip` if there are changes of `tables`, but none that can affect the observer: its state is also correct
  /// for the current version. Returns whether the observation ends.
  ///
  /// If no table of any observer has changes, nothing is called. Values that the observer shares with the program must therefore stay valid
  /// for versions without such changes.
  func pass() -> Bool { false }
  /// Whether the observation ends at the next change of any table.
  var isOver: Bool { false }
  /// Reads the initial state and makes the first call.
  func begin() {}
  /// Updates the state, and calls back if `changes` affect the observed objects. Returns whether the observation ends.
  func tell(_ changes: ChangeSet) -> Bool { false }
  /// Updates the state without a call.
  func skip(_ changes: ChangeSet) {}
  /// Saves the values that the rows of `changes` have in `old`. Called for commits of other instances, with a frozen Realm of the previous
  /// version, or with the Realm itself if the commits created no version.
  func remember(_ changes: ChangeSet, from old: _RealmCore) {}
  /// Marks the old values of the rows in `changes` as unknown. Called for commits of the Realm itself, for which the previous version is
  /// not read.
  func forget(_ changes: ChangeSet) {}
  /// Prepares for the time between two turns, when the Realm is not used and may release its version: saves the values that `remember`
  /// would read from it, and releases objects.
  func rest() {}
  /// Whether `remember` needs the previous version.
  var remembers: Bool { false }
}
