import AshlarStore
import Synchronization

/// What one token stands for: what it has told, and how it tells.
///
/// Invariants: all but `isActive` is touched only where the Realm is confined; `seen` counts the moves that were told.
nonisolated class Observer {
  private let active = Atomic(true)
  /// How many of the table's moves it has taken in.
  final var seen = 0
  /// Whether its first call was made, if it has one.
  final var hasBegun = false

  /// Whether it may still be called. Asked from any thread.
  final var isActive: Bool { active.load(ordering: .acquiring) }

  /// It is not called any more; false when that was so already.
  @discardableResult
  final func end() -> Bool { active.exchange(false, ordering: .acquiringAndReleasing) }

  /// Takes its state from what is read now, and makes the first call.
  func begin() {}
  /// Brings its state up to date, and calls when that changed something it looks at.
  func tell(_ changes: ChangeSet) {}
  /// Brings its state up to date without a call.
  func skip(_ changes: ChangeSet) {}
  /// The Realm moves by commits of others: what is needed of the version before is taken from `old`, a frozen Realm.
  func remember(_ changes: ChangeSet, from old: _RealmCore) {}
  /// The same for commits of the Realm itself, of which nothing is remembered.
  func forget(_ changes: ChangeSet) {}
  /// Whether `remember` needs the version before.
  var remembers: Bool { false }
  /// Lets go of everything: it was ended.
  func release() {}
}
