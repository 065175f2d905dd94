import AshlarStore
import Dispatch
import Synchronization

/// One observation, shared by its token and by the Realm instance that delivers changes: the observer, and the changes that have not yet
/// been delivered to it.
///
/// Invariants: the observer is used only by the thread that moved `phase` away from `idle`. This is either a thread in the instance's
/// confinement, which moves `phase` to `busy` and back to `idle` unless the registration has ended, or the thread that ends the
/// registration. The observer, and the Realm that it retains, are therefore released on the thread that ends the registration, unless the
/// confinement is using the observer. The instance may retain ended registrations until it next notifies observers. Members that are
/// neither private nor marked as thread-safe are used only in the confinement.
nonisolated final class Registration: @unchecked Sendable {
  private enum Phase {
    static let idle: UInt8 = 0
    // The confinement is using the observer.
    static let busy: UInt8 = 1
    static let ended: UInt8 = 2
    // The observation was ended while the confinement used the observer, which releases it afterwards.
    static let endedBusy: UInt8 = 3
  }

  private let phase = Atomic(Phase.idle)
  private let isEndKnown = Atomic(true)
  private let instance = Guarded<_RealmCore?>(nil)
  // The closure that registers the observer, and the queue on which it must be called; nil unless a block on the queue has yet to call it.
  private let beginning = Guarded<(queue: DispatchQueue, begin: (Registration) -> Void)?>(nil)
  private var observer: Observer?
  private var depth = 0
  /// The number of the table's moves that the observer has processed.
  var seen = 0
  /// The undelivered changes that are not among the table's moves: the changes from the version that the observer's state describes to the
  /// version at registration and, if the registration depends on a single row, all later changes of that row.
  var early: ChangeSet?
  /// The only row whose changes can affect the observer; nil if changes of other rows can affect it. If it is set, `seen` is not used.
  var row: ObservedRow?
  /// The observer's `tables`; set in `begin`.
  private(set) var tables: ObservedTables?
  /// The observed tables, shared by registrations with equal ones; nil if any change may affect the observer. It is used by the list that
  /// contains the registration.
  var interest: Interest?
  /// The observer's `remembers`; set in `begin`.
  private(set) var remembers = false
  /// The registration's index among the registrations of the same row.
  var index = 0
  /// Whether the observer is one of the table's `blocks`. Set before `begin`.
  var isBlock = false
  /// The registration's number; later registrations have greater numbers.
  var number = 0
  /// Whether the registration is in `RowRegistrations.concerned`.
  var isListed = false
  /// Whether the first call has been made, or the observer has none.
  var hasBegun = false
  /// The number of references to the instance that the registration and its observer hold, if they were counted. Set before `begin`.
  var references = HeldReferences.unknown
  /// Whether the observer was used since its last `rest`.
  var isUsed = true
  // Counts the references of all registrations; set in `begin`.
  private var held: HeldReferences?
  // Counts the observation while it has an observer; set in `begin`.
  private var feed: ChangeFeed?
  /// Wakes the task that pulls changes; nil if changes are delivered in turns.
  let signal: ChangeSignal?

  init(pulledBy signal: ChangeSignal? = nil) { self.signal = signal }

  /// Whether the observer may still be notified. Thread-safe.
  var isActive: Bool { phase.load(ordering: .acquiring) < Phase.ended }

  /// Returns whether `core` notifies the observer. Thread-safe.
  func isTold(by core: _RealmCore) -> Bool { instance.withLock { $0 === core } }

  /// The instance that notifies the observer; nil before the observation begins and after it ends.
  var core: _RealmCore? { instance.withLock { $0 } }

  /// Stores the closure that later registers the observer on a queue, unless the observation has already ended.
  func wait(for queue: DispatchQueue, _ beginning: @escaping (Registration) -> Void) {
    self.beginning.withLock { $0 = (queue, beginning) }
    if !isActive { _ = takeBeginning() }
  }

  /// Registers the observer now if a block on a queue has yet to do so, and the caller is in the confinement of that queue. The block then
  /// has no effect.
  func beginEarly(in confinement: Confinement) {
    let begin = beginning.withLock { beginning -> ((Registration) -> Void)? in
      guard let (queue, begin) = beginning, confinement.includes(queue), confinement.isCurrent else { return nil }
      beginning = nil
      return begin
    }
    begin?(self)
  }

  /// Removes and returns the closure that registers the observer; nil if none was stored, if it has already been removed, or if the
  /// observation has ended. Thread-safe.
  func takeBeginning() -> ((Registration) -> Void)? {
    beginning.withLock { beginning in
      defer { beginning = nil }
      return beginning?.begin
    }
  }

  /// Adds undelivered changes that are not among the table's moves; see `early`.
  func addEarly(_ changes: ChangeSet) {
    if early == nil { early = changes } else { early?.merge(changes) }
  }

  /// Begins the observation, in the instance's confinement. Returns false if it has already ended.
  func begin(_ observer: Observer, at core: _RealmCore, _ held: HeldReferences? = nil) -> Bool {
    guard phase.compareExchange(expected: Phase.idle, desired: Phase.busy, ordering: .acquiringAndReleasing).exchanged else { return false }
    self.observer = observer
    self.held = held
    feed = core.session.engine.changes
    feed?.observationBegan()
    held?.add(references)
    hasBegun = !observer.hasFirstCall
    tables = observer.tables
    remembers = observer.remembers
    instance.withLock { $0 = core }
    return leave()
  }

  /// Runs `body` with the observer, in the instance's confinement. Returns nil if the observation has ended.
  func use<Result>(_ body: (Observer) -> Result) -> Result? {
    if depth == 0 {
      guard phase.compareExchange(expected: Phase.idle, desired: Phase.busy, ordering: .acquiringAndReleasing).exchanged else { return nil }
    }
    assert(phase.load(ordering: .relaxed) != Phase.idle, "the observer is used by the thread that moved the phase away from idle")
    depth += 1
    isUsed = true
    defer {
      depth -= 1
      assert(depth >= 0, "each use ends once")
      if depth == 0 { _ = leave() }
    }
    return isActive ? observer.map(body) : nil
  }

  // Ends the use of the observer. Returns false, and releases the observer, if the observation was ended in the meantime.
  private func leave() -> Bool {
    if phase.compareExchange(expected: Phase.busy, desired: Phase.idle, ordering: .acquiringAndReleasing).exchanged { return true }
    letGo()
    instance.withLock { $0 = nil }
    return false
  }

  // Called only by the thread that moved the phase away from `idle`.
  private func letGo() {
    held?.add(-references)
    observer = nil
    feed?.observationEnded()
    feed = nil
  }

  /// Ends the observation after the observer's last call. The owner of the token is not informed: `end()` still returns true once.
  func finish() { if end() { isEndKnown.store(false, ordering: .releasing) } }

  /// Ends the observation. Returns false if it has already ended, except in the first call after `finish`. Thread-safe.
  @discardableResult
  func end() -> Bool {
    var now = phase.load(ordering: .acquiring)
    while true {
      if now >= Phase.ended { return !isEndKnown.exchange(true, ordering: .acquiringAndReleasing) }
      let (isDone, found) = phase.compareExchange(expected: now, desired: now + Phase.ended, ordering: .acquiringAndReleasing)
      if isDone { break }
      now = found
    }
    if now == Phase.idle { letGo() }
    _ = takeBeginning()
    signal?.signal()
    if let held { held.passing(tellInstance) } else { tellInstance() }
    return true
  }

  private func tellInstance() {
    let core = instance.withLock { core in
      defer { core = nil }
      return core
    }
    core?.observers?.ended(self)
  }
}
