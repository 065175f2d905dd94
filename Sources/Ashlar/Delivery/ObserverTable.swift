import AshlarStore

/// The observers of one Realm instance, with the changes that have not yet been delivered to them. Used only in the Realm's confinement,
/// except for `ended(_:)`.
///
/// A *move* is the change set of one transition of the Realm to another version, by its own commit or by advancing; each registration
/// records how many moves it has processed. Moves that no observer needs to distinguish are merged, so that observers that fall behind need
/// no more memory than one change set. A change set without changes of a table on which a registration depends is not recorded as a move.
/// Registrations that depend on a single row are found by the rows that changed, and store their undelivered changes themselves.
///
/// Invariants: `moves` contains the moves after the first `dropped` ones; no registration has processed fewer than `dropped` moves; no
/// delivery begins during another one; the feed counts the table as one observer while it has any observers; if `isQuiet` is true, no
/// registration has undelivered changes or an undelivered first call.
nonisolated final class ObserverTable {
  // The instance retains its delivery, which retains the table.
  private unowned(unsafe) let core: _RealmCore
  private let feed: ChangeFeed
  private(set) var list = RegistrationList()
  private(set) var rows = RowRegistrations()
  // Registrations to remove later: they ended on another thread, or during delivery.
  private let ended = Guarded<[Registration]>([])
  private var nextNumber = 0
  private(set) var moves: [ChangeSet] = []
  private(set) var dropped = 0
  private var merged: (from: Int, to: Int, changes: ChangeSet)?
  // A number that changes whenever a move is added or merged.
  private var moveChanges = 0
  // Whether the feed counts this table.
  private(set) var isCounted = false
  // The position in the feed up to which changes have been read.
  private var position: UInt64 = 0
  // The version that the Realm released when it was invalidated or became idle; nil once it reads a version again.
  private var releasedVersion: UInt64?
  // Whether the Realm has begun to read a different version after it released one, and `blocks` have not been called for it yet.
  private var hasResumed = false
  /// The number of references to the instance that the registrations hold.
  let held = HeldReferences()
  // Whether there is nothing to deliver.
  private(set) var isQuiet = true
  // Whether an observation that `list` contains may end at the next change of any table.
  private var mayBeOver = false
  // Registrations of single rows that were used since their last `rest`.
  private var usedRows: [Registration] = []
  /// The blocks of `Realm.observe`.
  let blocks = RealmBlocks()
  /// Whether observers are being notified.
  private(set) var isTelling = false

  init(_ core: _RealmCore) {
    self.core = core
    feed = core.session.engine.changes
  }

  deinit { if isCounted { feed.removeObserver() } }

  private var total: Int { dropped + moves.count }

  private var registrations: [Registration] { list.all }

  /// The number of registrations that were visited to remove ended ones.
  var visits: Int { list.visits }

  /// The number of times that an observer has examined changes.
  private(set) var examinations = 0

  /// The number of times that a delivery has visited a registration to determine whether it has undelivered changes.
  private(set) var deliveryVisits = 0

  /// The number of times that changes were compared with the tables of an interest.
  private(set) var evaluations = 0

  /// Whether there are no observers other than `blocks`.
  var isEmpty: Bool { list.isEmpty && rows.isEmpty }

  /// Whether any observer needs the version that precedes a change set.
  var remembers: Bool { !rows.isEmpty || list.remembers }

  /// The number of registrations of single rows that may have undelivered changes.
  var concernedRows: Int { rows.concerned.count }

  func add(_ registration: Registration, _ observer: Observer, early: ChangeSet? = nil) {
    if !isCounted {
      isCounted = true
      feed.addObserver()
      position = feed.position(at: core.session.version)
    }
    registration.seen = total
    registration.early = early
    registration.number = nextNumber
    nextNumber += 1
    isQuiet = false
    let row = observer.row
    if !registration.begin(observer, at: core, held) {
      sweep()
    } else if let row {
      rows.add(registration, row)
      if registration.references > 0 { usedRows.append(registration) }
    } else {
      list.append(registration)
    }
    #if ASHLAR_CHECKED
      _checkInvariants()
    #endif
    core.signal?.send()
  }

  /// Removes a registration that has ended. The removal is deferred to the end of a delivery in progress and, if called outside the
  /// confinement, to a later turn. Thread-safe. O(1), amortized.
  func ended(_ registration: Registration) {
    guard core.isInPlace else {
      ended.withLock { $0.append(registration) }
      core.signal?.send()
      return
    }
    let hasRested = core.signal?.wake() == true
    defer { if hasRested { core.signal?.send() } }
    if isTelling {
      ended.withLock { $0.append(registration) }
    } else {
      remove(registration)
      leaveIfEmpty()
    }
  }

  private func remove(_ registration: Registration) {
    if registration.isBlock {
      blocks.noteEnd()
    } else if registration.row != nil {
      rows.remove(registration)
    } else {
      list.noteEnd()
    }
  }

  /// Ends all observations, because the Realm can never be used again.
  func endAll() {
    for registration in list.all + rows.all + blocks.all { registration.end() }
    sweep()
  }

  private func sweep() {
    if isTelling { return }
    let ended = ended.withLock { ended in
      defer { ended = [] }
      return ended
    }
    for registration in ended { remove(registration) }
    list.sweep()
    leaveIfEmpty()
  }

  /// Returns whether the instance may release its version until its next turn, provided that only its observers hold references to it. If
  /// so, prepares the observers with `rest`.
  func mayRest() -> Bool {
    if isEmpty || isTelling || isUsedBetweenTurns || held.current <= 0 { return false }
    for registration in registrations + usedRows where registration.isUsed {
      registration.use { $0.rest() }
      registration.isUsed = false
    }
    usedRows = []
    return true
  }

  // Whether the instance may be used between its turns even if only its observers refer to it.
  private var isUsedBetweenTurns: Bool {
    core.session.isWriting || core.session.readsNothing || core.tracker != nil || core.parts.asynchronous != nil || core.rules.isReadOnly
      || !blocks.isEmpty
  }

  private func leaveIfEmpty() {
    if !isEmpty || !isCounted { return }
    isCounted = false
    feed.removeObserver()
    (dropped, moves, merged, usedRows) = (total, [], nil, [])
  }

  // MARK: - Moves

  /// Records the changes since the version that the Realm has just left and that `old` still pins.
  func advanced(from old: SharedSnapshot, frozen: _RealmCore?) {
    if isEmpty { return }
    let version = core.session.version
    let interval = feed.changes(after: position, from: old.snapshot.version, to: version)
    assert(interval.position >= position, "the feed is read forward")
    position = interval.position
    var changes = interval.changes
    if !interval.isWhole {
      changes = core.reading { () throws(StoreError) in try core.session.difference(from: old) }
      changes.addModified(of: interval.changes)
    }
    if changes.isEmpty { return }
    if let frozen { remember(changes, from: frozen) }
    add(changes)
  }

  private func remember(_ changes: ChangeSet, from old: _RealmCore) {
    if list.remembers {
      for registration in registrations where registration.remembers { registration.use { $0.remember(changes, from: old) } }
    }
    rows.forEach(of: changes) { registration, own in registration.use { $0.remember(own, from: old) } }
  }

  /// Records commits by other instances that wrote only values equal to the stored ones, and therefore created no version. Called when the
  /// Realm remains at its version.
  func stayed() {
    if isEmpty { return }
    let interval = feed.changes(after: position, from: core.session.version, to: core.session.version)
    position = interval.position
    addEqual(interval.changes)
  }

  // Adds the changes of commits that changed no value. The old values are therefore those of the current version, except for values that
  // the Realm itself has changed.
  private func addEqual(_ changes: ChangeSet) {
    if changes.isEmpty || isEmpty { return }
    remember(changes, from: core)
    add(changes)
  }

  /// Records the Realm's own commit. Observers of `tokens` update their state without a call, unless they have other undelivered changes.
  func committed(_ commit: (changes: ChangeSet, position: UInt64)?, skipping tokens: [NotificationToken]) {
    guard let commit, !isEmpty else { return }
    let equal = feed.changes(after: position, before: commit.position)
    position = max(position, commit.position)
    if list.remembers {
      for registration in registrations where registration.remembers { registration.use { $0.forget(commit.changes) } }
    }
    if !equal.isEmpty {
      rows.forEach(of: commit.changes) { registration, own in registration.use { $0.forget(own) } }
      // `equal` contains the changes of other instances' commits that wrote only values equal to the stored ones, and therefore created no
      // version.
      addEqual(equal)
    }
    if commit.changes.isEmpty { return }
    commitRows(commit.changes, skipping: tokens)
    let before = total
    addMove(commit.changes, apart: !tokens.isEmpty)
    for registration in tokens.map(\.registration)
    where registration.row == nil && registration.hasBegun && registration.seen == before && registration.early == nil {
      registration.seen = total
      let isAffected = registration.tables?.areAffected(by: commit.changes, core) ?? true
      registration.use { observer in
        if isAffected { observer.skip(commit.changes) } else { _ = observer.pass() }
        if observer.isOver { mayBeOver = true }
      }
    }
    // Merges the last two moves if no registration has processed the first of them but not the second: an observer that skips every commit
    // must not cause the list of moves to grow.
    let end = total
    if moves.count > 1, !registrations.contains(where: { $0.seen == end - 1 }) {
      let last = moves.removeLast()
      moves[moves.count - 1].merge(last)
      moveChanges += 1
      for registration in registrations where registration.seen == end { registration.seen = end - 1 }
    }
    #if ASHLAR_CHECKED
      _checkInvariants()
    #endif
  }

  private func commitRows(_ changes: ChangeSet, skipping tokens: [NotificationToken]) {
    rows.forEach(of: changes) { registration, own in
      let isSkipped = registration.early == nil && tokens.contains { $0.registration === registration }
      registration.use { observer in
        observer.forget(own)
        if isSkipped { observer.skip(own) }
      }
      if !isSkipped { note(registration, own) }
    }
  }

  /// Records the version that the Realm is about to release.
  func released() { releasedVersion = core.session.version }

  /// Records the changes since the released version, when the Realm reads a version again.
  func resumed() {
    guard let before = releasedVersion else { return }
    releasedVersion = nil
    hasResumed = core.session.version != before
    if isEmpty { return }
    let interval = feed.changes(after: position, from: before, to: core.session.version)
    position = interval.position
    add(interval.isWhole ? interval.changes : .anything)
  }

  private func add(_ changes: ChangeSet) {
    rows.forEach(of: changes) { note($0, $1) }
    addMove(changes)
  }

  private func note(_ registration: Registration, _ own: ChangeSet) {
    rows.note(registration, own)
    isQuiet = false
  }

  private func addMove(_ changes: ChangeSet, apart: Bool = false) {
    if changes.isEmpty || registrations.isEmpty { return }
    if !mayBeOver, !list.interests.include(anyTableOf: changes, core) { return }
    (mayBeOver, isQuiet) = (false, false)
    merged = nil
    moveChanges += 1
    if !apart, let last = moves.indices.last, !registrations.contains(where: { $0.seen == total }) {
      moves[last].merge(changes)
    } else {
      moves.append(changes)
    }
  }

  private func changes(from seen: Int) -> ChangeSet {
    assert(seen >= dropped && seen <= total, "the moves that a registration has not seen are still there")
    if let merged, merged.from == seen, merged.to == total { return merged.changes }
    var changes = ChangeSet()
    for move in moves[(seen - dropped)...] { changes.merge(move) }
    merged = (seen, total, changes)
    return changes
  }

  // MARK: - Delivering

  /// Notifies each observer, in the order of registration, of the changes since its last call. Changes made by a callback are delivered to
  /// the observers that follow in this turn, and to the others in a later one. If a callback leaves a write open, the remaining observers
  /// are notified in a later turn. Does nothing during a delivery.
  func tell() {
    if isTelling { return }
    sweep()
    if hasResumed {
      hasResumed = false
      blocks.call(.didChange)
    }
    if isEmpty || isQuiet { return }
    isTelling = true
    // Registrations that are added during delivery have numbers of at least `end`, and wait for the next turn.
    let end = nextNumber
    var place = 0
    var last = -1
    while !core.session.isWriting {
      let row = rows.next(after: last)
      let registration: Registration
      if place < registrations.count, registrations[place].number < row?.number ?? end {
        registration = registrations[place]
        place += 1
      } else if let row {
        registration = row
      } else {
        break
      }
      last = registration.number
      if last >= end { break }
      deliveryVisits += 1
      if let signal = registration.signal {
        if isPending(registration), !pass(registration) { signal.signal() }
      } else {
        tell(registration)
      }
    }
    assert(isTelling, "no delivery begins during another one")
    isTelling = false
    forgetWhatAllWereTold()
    isQuiet = !registrations.contains(where: isPending) && !rows.concerned.contains(where: isPending)
    if !isQuiet, registrations.contains(where: isDue) || rows.concerned.contains(where: isDue) { core.signal?.send() }
  }

  // Returns whether another turn must notify the observer. If the registration has a signal, its task pulls the changes instead.
  private func isDue(_ registration: Registration) -> Bool { registration.signal == nil && isPending(registration) }

  /// Notifies an observer that pulls its changes. Does nothing during a delivery, or inside a write, whose end signals the observer again.
  func pull(_ registration: Registration) {
    if isTelling || core.session.isWriting { return }
    isTelling = true
    tell(registration)
    isTelling = false
    forgetWhatAllWereTold()
  }

  private func forgetWhatAllWereTold() {
    sweep()
    rows.forgetTold()
    let least = registrations.reduce(total) { min($0, $1.seen) }
    assert(least >= dropped, "no registration has seen fewer moves than were dropped")
    moves.removeFirst(least - dropped)
    dropped = least
    merged = nil
    #if ASHLAR_CHECKED
      _checkInvariants()
    #endif
  }

  func isPending(_ registration: Registration) -> Bool {
    !registration.hasBegun || registration.early != nil || registration.row == nil && registration.seen < total
  }

  // Returns the undelivered changes of an observer that has had its first call, or that has no first call.
  private func pending(_ registration: Registration) -> ChangeSet {
    let changes = registration.row == nil ? changes(from: registration.seen) : ChangeSet()
    guard var early = registration.early else { return changes }
    early.merge(changes)
    return early
  }

  // If none of the undelivered changes can affect the observer, marks them as delivered and returns true; otherwise returns false.
  private func pass(_ registration: Registration) -> Bool {
    guard registration.hasBegun, let interest = registration.interest else { return false }
    if registration.early != nil {
      evaluations += 1
      if interest.tables.areAffected(by: pending(registration), core) { return false }
    } else {
      let isAffected = interest.isAffected(after: registration.seen, of: moveChanges) {
        evaluations += 1
        return $0.areAffected(by: changes(from: registration.seen), core)
      }
      if isAffected { return false }
    }
    (registration.early, registration.seen) = (nil, total)
    if registration.use({ $0.pass() }) == true { registration.finish() }
    return true
  }

  private func tell(_ registration: Registration) {
    if !isPending(registration) || pass(registration) { return }
    let isFirst = !registration.hasBegun
    let changes = isFirst ? ChangeSet() : pending(registration)
    if !isFirst { examinations += 1 }
    (registration.hasBegun, registration.early, registration.seen) = (true, nil, total)
    let isLast = registration.use { observer in
      if isFirst {
        observer.begin()
        if observer.isOver { mayBeOver = true }
        return false
      }
      return observer.tell(changes)
    }
    if registration.row != nil, registration.references > 0 { usedRows.append(registration) }
    if isLast == true { registration.finish() }
  }
}
