/// What a part of the runtime keeps for one Realm instance, and does when something happens to that.
///
/// A part is made when the instance is opened, or when it is first needed, and goes with the instance. It is used where the instance is.
/// Its class stands in the folder of what it is for; `RealmParts` has a place for it, and the order in which parts take part in an event
/// stands in `RealmCore+Events.swift`.
nonisolated class RealmPart {
  unowned(unsafe) final let core: _RealmCore

  init(_ core: _RealmCore) { self.core = core }

  /// Whether code of the program runs that the part has called, and that reads the version.
  var isCalling: Bool { false }

  /// The instance reads a version again, after it has read none.
  func resumed() {}

  /// The open write is cancelled.
  func writeCancelled() {}

  /// The instance runs nothing that waits for it any more.
  /// - Parameter reason: for the log, a sentence without its end, such as "their Realm is invalidated".
  func drop(because reason: String) {}

  /// Nothing that was read can be used any more. The version is released next.
  func willRelease() {}

  /// `Realm.invalidate` has released the version.
  func invalidated() {}

  /// The thread of the instance ends: nobody can use the instance any more.
  func threadEnds() {}

  /// Nothing refers to the instance any more.
  func closing() {}
}

/// The parts of one Realm instance, each nil until there is one. What a part is for reads its own as its class: see `_RealmCore.delivery`.
nonisolated struct RealmParts {
  /// What it was opened with.
  var opening: OpenedInstance?
  /// Changes are delivered to observers.
  var delivery: RealmPart?
  /// The open write transaction.
  var writing: RealmPart?
  /// Writes that wait for their turn.
  var asynchronous: RealmPart?
  /// Objects that are to be sent.
  var outbox: RealmPart?
  /// The migration that runs, of which the instance is a side.
  var migration: MigratedInstance? { didSet { isMigrating = migration != nil } }
  /// Whether there is one. Adding an object reads this and not the reference, which would be retained.
  private(set) var isMigrating = false
}
