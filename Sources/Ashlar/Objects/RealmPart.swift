/// The state of one feature of the runtime for one Realm instance, and the reactions of that feature to the instance's events.
///
/// A part is created when the instance is opened, or on first use, and is released with the instance. It is used only within the instance's
/// confinement. Its class is in the folder of its feature; `RealmParts` has a property for it, and `RealmCore+Events.swift` defines the
/// order in which the parts are called for an event.
nonisolated class RealmPart {
  // The instance retains its parts until it is deinitialized, so it exists as long as any part is used.
  unowned(unsafe) final let core: _RealmCore

  init(_ core: _RealmCore) { self.core = core }

  /// Whether the part is calling code of the program, such as observers, that reads the version.
  var isCalling: Bool { false }

  /// Called after the instance has acquired a version.
  func resumed() {}

  /// Called after the open write has been cancelled.
  func writeCancelled() {}

  /// Drops work that waits for the instance.
  /// - Parameter reason: The reason for the log, a clause such as "their Realm is invalidated".
  func drop(because reason: String) {}

  /// Called before the version is released. Everything that was read becomes unusable.
  func willRelease() {}

  /// Called after `Realm.invalidate` has released the version.
  func invalidated() {}

  /// Called when the thread of the instance ends: no other thread can use the instance.
  func threadEnds() {}

  /// Called when no reference to the instance is left. For the part `opening`, this function is also called when a frozen Realm is
  /// invalidated.
  func closing() {}
}

/// The parts of one Realm instance, each nil until it is needed. Each feature defines a property that returns its part, cast to the part's
/// class, such as `_RealmCore.delivery`.
nonisolated struct RealmParts {
  /// Opens further instances with the same configuration.
  var opening: OpenedInstance?
  /// Delivers changes to observers.
  var delivery: RealmPart?
  /// The open write transaction.
  var writing: RealmPart?
  /// The asynchronous writes that wait for their turn.
  var asynchronous: RealmPart?
  /// The outbox of objects to be sent to a server.
  var outbox: RealmPart?
  /// The running migration of which the instance is a side.
  var migration: MigratedInstance? { didSet { isMigrating = migration != nil } }
  /// Whether a migration is running. Adding an object reads this property instead of the reference, which it would have to retain.
  private(set) var isMigrating = false

  /// Checks that `delivery`, `writing`, `asynchronous` and `outbox` belong to the instance, and that `isMigrating` is correct.
  func _checkInvariants(_ core: _RealmCore) {
    for part in [delivery, writing, asynchronous, outbox] {
      precondition(part.map { $0.core === core } ?? true, "a part must belong to the instance that retains it")
    }
    precondition(isMigrating == (migration != nil), "the flag must say whether a migration runs")
  }
}
