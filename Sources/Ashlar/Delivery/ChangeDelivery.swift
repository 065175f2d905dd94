import AshlarStore

/// How one Realm instance moves to other versions, and who observes that. Confined like it.
nonisolated final class ChangeDelivery: RealmPart {
  /// The observers of the instance; nil until the first one is registered.
  @exclusivity(unchecked) private(set) var observers: ObserverTable?
  /// Asks for turns at the instance's place; nil where nothing can be run there.
  @exclusivity(unchecked) private(set) var signal: CommitSignal?
  /// Whether a turn moves to the newest version.
  @exclusivity(unchecked) var autorefreshes = true
  // The newest version of which observers know that the instance has not moved to it.
  @exclusivity(unchecked) private var refusedVersion: UInt64 = 0
  // Whether a write that begins has the right to write already, while observers are called.
  @exclusivity(unchecked) private var hasWriteLock = false

  private var session: StoreSession { core.session }

  /// The observers of the instance. Creates an empty table if there is none.
  func observerTable() -> ObserverTable {
    if let observers { return observers }
    let made = ObserverTable(core)
    observers = made
    return made
  }

  /// From now on commits elsewhere in the process make this instance take a turn.
  func listen() {
    let signal = CommitSignal(core, at: core.confinement)
    self.signal = signal
    session.waiter = session.engine.changes.wait { signal.send() }
    session.engine.watchOtherProcesses()
  }

  // MARK: - Events

  override var isCalling: Bool { observers.map { $0.isTelling || $0.blocks.isBusy } ?? false }

  override func resumed() { observers?.resumed() }

  // A turn may have found the write open, and done nothing.
  override func writeCancelled() { if observers?.isEmpty == false { signal?.send() } }

  override func willRelease() { observers?.released() }

  override func invalidated() { signal?.send() }

  override func threadEnds() { observers?.endAll() }

  override func closing() {
    signal?.remove()
    if let waiter = session.waiter {
      session.engine.changes.stopWaiting(waiter)
      session.engine.stopWatchingOtherProcesses()
    }
    session.waiter = nil
  }

  /// The instance has committed.
  func committed(skipping tokens: [NotificationToken]) {
    guard let observers else { return }
    observers.committed(session.lastCommit, skipping: tokens)
    observers.blocks.call(.didChange, skipping: tokens)
    if !observers.isEmpty { signal?.send() }
  }

  // MARK: - Moving

  /// Something may have happened; called where the instance is confined.
  func turn() {
    // A turn inside of a write does nothing: its end asks for another one.
    if session.isWriting { return }
    if session.readsNothing, observers?.isEmpty ?? true { return }
    core.checkConfinement("Realm")
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
      let moved = core.reading { try session.advance() }
      if moved { self.observers?.blocks.call(.didChange) }
      return moved
    }
    return core.reading {
      // What comes after this look is for the next turn: what was there before it would not be at hand.
      if observers.remembers, session.engine.newestVersion == session.version {
        observers.stayed()
        return false
      }
      return try observing { try session.advance() }
    }
  }

  // Runs what may move the instance, and notes what changed by that.
  private func observing<Result>(_ body: () throws -> Result) throws -> Result {
    guard let observers else { return try body() }
    let before = session.version
    if observers.isEmpty {
      defer { if session.version != before { observers.blocks.call(.didChange) } }
      return try body()
    }
    let old = session.shared
    let frozen = observers.remembers && session.engine.newestVersion != before ? core.frozenCore() : nil
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
  /// - Parameter hasLock: whether the caller has taken the right to write.
  func beginWrite(_ observers: ObserverTable, hasLock: Bool) throws {
    if hasLock { hasWriteLock = true }
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
      try core.noticingBlocking("waited for other writers") { try session.engine.lockForWriting(for: session.writeHolder) }
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

extension _RealmCore {
  /// The delivery of changes; nil as long as nothing has needed it.
  var delivery: ChangeDelivery? { parts.delivery.map { unsafeDowncast($0, to: ChangeDelivery.self) } }

  /// The same, made when it is first needed.
  var madeDelivery: ChangeDelivery {
    if let delivery { return delivery }
    let made = ChangeDelivery(self)
    parts.delivery = made
    return made
  }

  /// The observers of the instance. Creates an empty table if there is none.
  func observerTable() -> ObserverTable { madeDelivery.observerTable() }

  /// The observers of the instance; nil until the first one is registered.
  var observers: ObserverTable? { delivery?.observers }

  /// Asks for turns at this instance's place; nil where nothing can be run there.
  var signal: CommitSignal? { delivery?.signal }

  /// From now on commits elsewhere in the process make this instance take a turn, where something can be run at its place.
  func listen() {
    guard confinement.canSchedule, !rules.isReadOnly else { return }
    madeDelivery.listen()
  }

  /// Registers an observer of what this reads.
  func observe(_ observer: Observer) -> NotificationToken {
    let registration = Registration()
    observerTable().add(registration, observer)
    return NotificationToken(registration)
  }

  /// Moves to the newest version and tells the blocks of that; true when there was one.
  func advance() -> Bool { delivery?.advance() ?? reading { try session.advance() } }
}
