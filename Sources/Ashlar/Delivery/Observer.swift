import AshlarStore

/// What one token stands for: what it has told, and how it tells. Touched only where the Realm is confined.
nonisolated class Observer {
  /// Whether it is called for the first time without a change.
  var hasFirstCall: Bool { true }
  /// The row that it looks at, if that is all that concerns it; only where there is no first call.
  var row: ObservedRow? { nil }
  /// Takes its state from what is read now, and makes the first call.
  func begin() {}
  /// Brings its state up to date, and calls when that changed something it looks at. True when that was the last call.
  func tell(_ changes: ChangeSet) -> Bool { false }
  /// Brings its state up to date without a call.
  func skip(_ changes: ChangeSet) {}
  /// The Realm moves by commits of others: what is needed of the version before is taken from `old`, a frozen Realm.
  func remember(_ changes: ChangeSet, from old: _RealmCore) {}
  /// The same for commits of the Realm itself, of which nothing is remembered.
  func forget(_ changes: ChangeSet) {}
  /// Between two turns nobody may use the Realm, which then may lose its version: keeps what `remember` would take of that, and lets go of
  /// objects.
  func rest() {}
  /// Whether `remember` needs the version before.
  var remembers: Bool { false }
}
