import AshlarStore

/// Advances one Realm instance to newer versions and notifies its observers. Used only in the instance's confinement.
///
/// A *turn* is one run of `turn()`: scheduled on the instance's queue or actor after commits, it advances the instance and then notifies
/// observers.
nonisolated final class ChangeDelivery: RealmPart {
  /// The observers of the instance; nil until the first one is registered.
  @exclusivity(unchecked) private(set) var observers: ObserverTable?
  /// Schedules turns of the instance; nil if its confinement cannot run scheduled code, or if the Realm is read-only.
  @exclusivity(unchecked) private(set) var signal: CommitSignal?
  /// Whether a turn advances the instance to the newest version.
  @exclusivity(unchecked) var autorefreshes = true
  // The newest version for which `.refreshRequired` was sent.
  @exclusivity(unchecked) private var refusedVersion: UInt64 = 0
  // Whether the write that is about to begin holds the write lock. Observers are called before it begins.
  @exclusivity(unchecked) private var hasWriteLock = false

  private var session: StoreSession { core.session }

  /// Returns the observers of the instance. Creates an empty table if necessary.
  func observerTable() -> ObserverTable {
    assert(core.parts.delivery === self, "an instance has one delivery")
    if let observers { return observers }
    let made = ObserverTable(core)
    observers = made
    return made
  }

  /// Schedules, from now on, a turn of this instance after every commit of another instance or process.
  func listen() {
    assert(signal == nil && session.waiter == nil, "an instance is signaled of each commit once")
    let signal = CommitSignal(core, at: core.confinement)
    self.signal = signal
    session.waiter = session.engine.changes.wait { signal.send() }
    session.engine.watchOtherProcesses()
  }

  // MARK: - Events

  override var isCalling: Bool { observers.map { $0.isTelling || $0.blocks.isBusy } ?? false }

  override func resumed() { observers?.resumed() }

  // A turn that ran while the write was open had no effect.
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

  /// Records a commit of the instance for observers, calls the blocks of `Realm.observe`, and schedules a turn.
  /// - Parameter tokens: The tokens of observers that are not notified of this commit.
  func committed(skipping tokens: [NotificationToken]) {
    guard let observers else { return }
    observers.committed(session.lastCommit, skipping: tokens)
    observers.blocks.call(.didChange, skipping: tokens)
    if !observers.isEmpty { signal?.send() }
  }

  // MARK: - Moving

  /// Advances if `autorefreshes`, and otherwise reports a newer version; then notifies observers. Called in the instance's confinement.
  func turn() {
    // A turn inside a write does nothing; the end of the write schedules another turn.
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

  /// Advances to the newest version. If the Realm has moved, calls the blocks of `Realm.observe` and returns true.
  func advance() -> Bool {
    guard let observers, !observers.isEmpty else {
      let moved = core.reading { try session.advance() }
      if moved { self.observers?.blocks.call(.didChange) }
      return moved
    }
    return core.reading {
      // A commit that follows this check is delivered in the next turn, because `observing` would have no frozen Realm of the version
      // before it.
      if observers.remembers, session.engine.newestVersion == session.version {
        observers.stayed()
        return false
      }
      return try observing { try session.advance() }
    }
  }

  // Runs `body`, which may advance the instance. Records the changes for observers, and calls the blocks of `Realm.observe` if the version
  // has changed.
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

  /// Begins a write. Observers are first notified of pending changes. Once the lock is held, they are notified of the changes that other
  /// instances committed during the wait; then the write begins. A callback that writes during this time uses the same lock.
  /// - Parameter hasLock: Whether the caller has acquired the write lock.
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
      // Observers are notified only once here. Changes by the callbacks are delivered in a later turn.
      if !isTold { observers.tell() }
      isTold = true
      if session.isWriting { misuse(.nestedWrite) }
      // A callback that wrote has released the lock, and other instances may have committed since then.
    } while !hasWriteLock
    assert(hasWriteLock && !session.isWriting, "the write begins with the lock")
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
  /// The delivery of changes; nil until its first use.
  var delivery: ChangeDelivery? { parts.delivery.map { unsafeDowncast($0, to: ChangeDelivery.self) } }

  /// The delivery of changes, created on first use.
  var madeDelivery: ChangeDelivery {
    if let delivery { return delivery }
    let made = ChangeDelivery(self)
    parts.delivery = made
    return made
  }

  /// Returns the observers of the instance. Creates an empty table if necessary.
  func observerTable() -> ObserverTable { madeDelivery.observerTable() }

  /// The observers of the instance; nil until the first one is registered.
  var observers: ObserverTable? { delivery?.observers }

  /// Schedules turns of this instance; nil if its confinement cannot run scheduled code, or if the Realm is read-only.
  var signal: CommitSignal? { delivery?.signal }

  /// Schedules, from now on, a turn of this instance after every commit of another instance or process, if its confinement can run
  /// scheduled code and the Realm is not read-only.
  func listen() {
    guard confinement.canSchedule, !rules.isReadOnly else { return }
    madeDelivery.listen()
  }

  /// Registers an observer of this instance.
  func observe(_ observer: Observer) -> NotificationToken {
    let registration = Registration()
    observerTable().add(registration, observer)
    return NotificationToken(registration)
  }

  /// Advances to the newest version. If the Realm has moved, calls the blocks of `Realm.observe` and returns true.
  func advance() -> Bool { delivery?.advance() ?? reading { try session.advance() } }
}
