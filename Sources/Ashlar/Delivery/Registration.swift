import AshlarStore
import Synchronization

/// One observation, shared by its token and by the Realm instance that tells: who observes, and how far that was told.
///
/// Invariants: the observer is touched by whoever has moved the phase from `idle`: the instance's place, from `busy` to `idle` or to the
/// end, or else who ends it. So it goes with the token, wherever that is released, and with it the Realm, which it keeps. The instance
/// keeps what is left of ended ones until it tells next. What is not private is touched only at the place.
nonisolated final class Registration: @unchecked Sendable {
  private enum Phase {
    static let idle: UInt8 = 0
    // The place is using the observer.
    static let busy: UInt8 = 1
    static let ended: UInt8 = 2
    // The place lets go of the observer.
    static let endedBusy: UInt8 = 3
  }

  private let phase = Atomic(Phase.idle)
  private let isEndKnown = Atomic(true)
  private let instance = Guarded<_RealmCore?>(nil)
  // Until the queue runs that is to register it.
  private let beginning = Guarded<((Registration) -> Void)?>(nil)
  private var observer: Observer?
  private var depth = 0
  /// How many of the table's moves the observer has taken in.
  var seen = 0
  /// What it is to be told beside the table's moves: what happened before it was registered, since the version that it counts from, and all that
  /// happened to a row if it looks at nothing else.
  var early: ChangeSet?
  /// The row that it looks at, if that is all; then moves are not counted for it.
  var row: ObservedRow?
  /// Its index among the registrations that look at the row.
  var index = 0
  /// Whether the observer calls its block for every version. It is set before `begin`.
  var isBlock = false
  /// Its place in the order of registration.
  var number = 0
  /// Whether it is among those that a move has concerned.
  var isListed = false
  /// Whether its first call was made, if it has one.
  var hasBegun = false
  /// How many references to the instance it and its observer hold, if that was counted. Set before it begins.
  var references = HeldReferences.unknown
  /// Whether its observer has been used since it was told to rest.
  var isUsed = true
  // Who counts that; set before it begins.
  private var held: HeldReferences?
  /// Wakes who asks what happened; nil for one that is told in turns.
  let signal: ChangeSignal?

  init(pulledBy signal: ChangeSignal? = nil) { self.signal = signal }

  /// Whether it may still be told. Asked from any thread.
  var isActive: Bool { phase.load(ordering: .acquiring) < Phase.ended }

  /// Whether an instance tells it, and which. Asked from any thread.
  func isTold(by core: _RealmCore) -> Bool { instance.withLock { $0 === core } }

  /// The instance that tells it; nil when it has not begun or has ended.
  var core: _RealmCore? { instance.withLock { $0 } }

  /// Holds what registers it later, unless it is ended before.
  func wait(for beginning: @escaping (Registration) -> Void) {
    self.beginning.withLock { $0 = beginning }
    if !isActive { _ = takeBeginning() }
  }

  /// The closure that registers it; nil once it is registered or ended. Thread-safe.
  func takeBeginning() -> ((Registration) -> Void)? {
    beginning.withLock { beginning in
      defer { beginning = nil }
      return beginning
    }
  }

  /// Adds to what it is to be told beside moves.
  func addEarly(_ changes: ChangeSet) {
    if early == nil { early = changes } else { early?.merge(changes) }
  }

  /// Begins at the instance's place; false when it was ended before.
  func begin(_ observer: Observer, at core: _RealmCore, _ held: HeldReferences? = nil) -> Bool {
    guard phase.compareExchange(expected: Phase.idle, desired: Phase.busy, ordering: .acquiringAndReleasing).exchanged else { return false }
    self.observer = observer
    self.held = held
    held?.add(references)
    hasBegun = !observer.hasFirstCall
    instance.withLock { $0 = core }
    return leave()
  }

  /// Runs something with the observer, at the instance's place; not when it was ended.
  func use<Result>(_ body: (Observer) -> Result) -> Result? {
    if depth == 0 {
      guard phase.compareExchange(expected: Phase.idle, desired: Phase.busy, ordering: .acquiringAndReleasing).exchanged else { return nil }
    }
    depth += 1
    isUsed = true
    defer {
      depth -= 1
      if depth == 0 { _ = leave() }
    }
    return isActive ? observer.map(body) : nil
  }

  // Whether it was not ended meanwhile.
  private func leave() -> Bool {
    if phase.compareExchange(expected: Phase.busy, desired: Phase.idle, ordering: .acquiringAndReleasing).exchanged { return true }
    letGo()
    instance.withLock { $0 = nil }
    return false
  }

  // Whoever moved the phase away from `idle` calls this.
  private func letGo() {
    held?.add(-references)
    observer = nil
  }

  /// It was told for the last time. Its token does not know: it can still be ended once.
  func finish() { if end() { isEndKnown.store(false, ordering: .releasing) } }

  /// It is not told any more; false when its token has ended it already. From any thread.
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
