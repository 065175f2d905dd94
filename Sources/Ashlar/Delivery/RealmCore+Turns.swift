import AshlarStore

// How an instance moves while somebody observes it.
extension _RealmCore {
  /// Who observes this; made when somebody does.
  func observerTable() -> ObserverTable {
    if let observers { return observers }
    let made = ObserverTable(self)
    observers = made
    return made
  }

  /// Registers an observer of what this reads.
  func observe(_ observer: Observer) -> NotificationToken {
    let registration = Registration()
    observerTable().add(registration, observer)
    return NotificationToken(registration)
  }

  /// From now on commits elsewhere in the process make this instance take a turn, where something can be run at its place.
  func listen() {
    guard confinement.canSchedule, !configuration.readOnly else { return }
    let bell = Bell(self, at: confinement)
    self.bell = bell
    session.waiter = session.engine.changes.wait { bell.ring() }
    session.engine.watchOtherProcesses()
  }

  func stopListening() {
    bell?.remove()
    if let waiter = session.waiter {
      session.engine.changes.stopWaiting(waiter)
      session.engine.stopWatchingOtherProcesses()
    }
    session.waiter = nil
  }

  /// Whether observers are being told.
  var isNotifying: Bool { observers.map { $0.isTelling || $0.blocks.isBusy } ?? false }

  /// Something may have happened; called where this is confined.
  func turn() {
    // A turn inside of a write does nothing: its end asks for another one.
    if session.isWriting { return }
    if session.readsNothing, observers?.isEmpty ?? true { return }
    checkConfinement("Realm")
    if autorefreshes {
      _ = advance()
    } else if session.engine.newestVersion != session.version, refusedVersion != session.engine.newestVersion {
      refusedVersion = session.engine.newestVersion
      observers?.blocks.call(.refreshRequired)
    }
    observers?.tell()
  }

  /// Moves to the newest version and tells the blocks of that; true when there was one.
  func advance() -> Bool {
    guard let observers, !observers.isEmpty else {
      let moved = reading { try session.advance() }
      if moved { self.observers?.blocks.call(.didChange) }
      return moved
    }
    return reading {
      // What comes after this look is for the next turn: what was there before it would not be at hand.
      if observers.remembers, session.engine.newestVersion == session.version {
        observers.stayed()
        return false
      }
      return try observing { try session.advance() }
    }
  }

  /// Runs what may move this instance, and notes what changed by that.
  private func observing<Result>(_ body: () throws -> Result) throws -> Result {
    guard let observers else { return try body() }
    let before = session.version
    if observers.isEmpty {
      defer { if session.version != before { observers.blocks.call(.didChange) } }
      return try body()
    }
    let old = session.shared
    let frozen = observers.remembers && session.engine.newestVersion != before ? frozenCore() : nil
    defer {
      if session.version != before {
        observers.advanced(from: old, frozen: frozen)
        observers.blocks.call(.didChange)
      } else {
        observers.stayed()
      }
    }
    return try body()
  }

  /// Begins a write: what is pending is told before, what others committed while this waited for the right to write with it in hand,
  /// and then the write begins. A callback that writes meanwhile uses that right.
  func beginObservedWrite(_ observers: ObserverTable) throws {
    if !observers.isTelling {
      _ = advance()
      observers.tell()
    }
    if session.isWriting { misuse(.nestedWrite) }
    var isTold = false
    repeat {
      try lockAndAdvance()
      // Once: callbacks that write do so again for what is left.
      if !isTold { observers.tell() }
      isTold = true
      if session.isWriting { misuse(.nestedWrite) }
      // Others may have committed since a callback has used the right.
    } while !hasWriteLock
    hasWriteLock = false
    try session.beginWrite(hasLock: true)
  }

  private func lockAndAdvance() throws {
    if !hasWriteLock {
      try noticingBlocking("waited for other writers") { try session.engine.lockForWriting(for: session.writeHolder) }
      hasWriteLock = true
    }
    do {
      _ = try observing { try session.advance() }
    } catch {
      hasWriteLock = false
      session.engine.unlockForWriting()
      throw error
    }
  }
}
