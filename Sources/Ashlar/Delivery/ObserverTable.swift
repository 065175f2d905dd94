import AshlarStore

/// Who observes one Realm instance, and what they have not been told yet. Confined like the Realm.
///
/// Each move of the Realm to another version, by a commit of its own or by advancing, adds a change set; each registration has seen a
/// number of moves. What no observer has to tell apart is merged, so that late observers cost no more than one change set. Registrations
/// that look at one row are found by the rows that changed, and keep what they have not been told themselves.
///
/// Invariants: `moves` are those behind the first `dropped`; no registration has seen fewer than `dropped`; nothing is told while
/// something is being told; the feed counts this as one observer while it has any.
nonisolated final class ObserverTable {
  private unowned(unsafe) let core: _RealmCore
  private let feed: ChangeFeed
  private var list = RegistrationList()
  private var rows = RowRegistrations()
  // Registrations to remove later: they ended on another thread, or during delivery.
  private let ended = Guarded<[Registration]>([])
  private var nextNumber = 0
  private var moves: [ChangeSet] = []
  private var dropped = 0
  private var merged: (from: Int, to: Int, changes: ChangeSet)?
  // Whether the feed counts this.
  private var isCounted = false
  // In the feed.
  private var position: UInt64 = 0
  // The version that was let go of by `invalidate`.
  private var releasedVersion: UInt64?
  // Whether the blocks were not told that it reads another version after that.
  private var hasResumed = false
  /// How many references to the instance the registrations hold.
  let held = HeldReferences()
  // Those that look at one row and were used since they were told to rest.
  private var usedRows: [Registration] = []
  /// Blocks that are told of every new version.
  let blocks = RealmBlocks()
  /// Whether observers are being told.
  private(set) var isTelling = false

  init(_ core: _RealmCore) {
    self.core = core
    feed = core.session.engine.changes
  }

  deinit { if isCounted { feed.removeObserver() } }

  private var total: Int { dropped + moves.count }

  private var registrations: [Registration] { list.all }

  /// How many registrations were looked at to remove those that were ended.
  var visits: Int { list.visits }

  /// Whether nobody has to be told of changes.
  var isEmpty: Bool { list.isEmpty && rows.isEmpty }

  /// Whether an observer needs the version before a move.
  var remembers: Bool { !rows.isEmpty || registrations.contains { $0.use(\.remembers) ?? false } }

  /// How many registrations that look at one row may have something to be told.
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
    let row = observer.row
    if !registration.begin(observer, at: core, held) {
      sweep()
    } else if let row {
      rows.add(registration, row)
      if registration.references > 0 { usedRows.append(registration) }
    } else {
      list.append(registration)
    }
    core.signal?.send()
  }

  /// A registration was ended, perhaps on another thread. O(1), amortised.
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

  /// Ends all: the Realm can never be used again.
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

  /// Whether the instance may lose its version until its next turn, unless others than its observers have references to it. The observers let go
  /// of objects.
  func mayRest() -> Bool {
    if isEmpty || isTelling || isUsedBetweenTurns || held.current <= 0 { return false }
    for registration in registrations + usedRows where registration.isUsed {
      registration.use { $0.rest() }
      registration.isUsed = false
    }
    usedRows = []
    return true
  }

  // Whether the instance may be used between its turns other than by references that others have.
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

  /// The Realm has moved from a version that is still held.
  func advanced(from old: SharedSnapshot, frozen: _RealmCore?) {
    if isEmpty { return }
    let version = core.session.version
    let interval = feed.changes(after: position, from: old.snapshot.version, to: version)
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
    for registration in registrations { registration.use { if $0.remembers { $0.remember(changes, from: old) } } }
    rows.forEach(of: changes) { registration, own in registration.use { $0.remember(own, from: old) } }
  }

  /// The Realm reads the version that it has read. Commits that stored what was there already made none.
  func stayed() {
    if isEmpty { return }
    let interval = feed.changes(after: position, from: core.session.version, to: core.session.version)
    position = interval.position
    addEqual(interval.changes)
  }

  // What others stored was there already: so the values of this version are the old ones as well, but for those that it has changed itself.
  private func addEqual(_ changes: ChangeSet) {
    if changes.isEmpty || isEmpty { return }
    remember(changes, from: core)
    add(changes)
  }

  /// The Realm has committed. Observers of the tokens take that in without a call, unless there is something else to tell them.
  func committed(_ commit: (changes: ChangeSet, position: UInt64)?, skipping tokens: [NotificationToken]) {
    guard let commit, !isEmpty else { return }
    let equal = feed.changes(after: position, before: commit.position)
    position = max(position, commit.position)
    for registration in registrations { registration.use { $0.forget(commit.changes) } }
    if !equal.isEmpty {
      rows.forEach(of: commit.changes) { registration, own in registration.use { $0.forget(own) } }
      // Of others, that stored what was there already and so made no version.
      addEqual(equal)
    }
    if commit.changes.isEmpty { return }
    commitRows(commit.changes, skipping: tokens)
    let before = total
    addMove(commit.changes, apart: !tokens.isEmpty)
    for registration in tokens.map(\.registration)
    where registration.row == nil && registration.hasBegun && registration.seen == before && registration.early == nil {
      registration.seen = total
      registration.use { $0.skip(commit.changes) }
    }
    // Who skips every commit makes no list of moves for those who are late.
    let end = total
    if moves.count > 1, !registrations.contains(where: { $0.seen == end - 1 }) {
      let last = moves.removeLast()
      moves[moves.count - 1].merge(last)
      for registration in registrations where registration.seen == end { registration.seen = end - 1 }
    }
  }

  private func commitRows(_ changes: ChangeSet, skipping tokens: [NotificationToken]) {
    rows.forEach(of: changes) { registration, own in
      let isSkipped = registration.early == nil && tokens.contains { $0.registration === registration }
      registration.use { observer in
        observer.forget(own)
        if isSkipped { observer.skip(own) }
      }
      if !isSkipped { rows.note(registration, own) }
    }
  }

  /// The Realm lets go of its version.
  func released() { releasedVersion = core.session.version }

  /// It reads one again.
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
    rows.forEach(of: changes) { rows.note($0, $1) }
    addMove(changes)
  }

  private func addMove(_ changes: ChangeSet, apart: Bool = false) {
    if changes.isEmpty || registrations.isEmpty { return }
    merged = nil
    if !apart, let last = moves.indices.last, !registrations.contains(where: { $0.seen == total }) {
      moves[last].merge(changes)
    } else {
      moves.append(changes)
    }
  }

  private func changes(from seen: Int) -> ChangeSet {
    if let merged, merged.from == seen, merged.to == total { return merged.changes }
    var changes = ChangeSet()
    for move in moves[(seen - dropped)...] { changes.merge(move) }
    merged = (seen, total, changes)
    return changes
  }

  // MARK: - Telling

  /// Tells each observer, in the order of registration, what happened since its last call. What a callback adds is told in a later turn;
  /// nothing is told while a callback has left a write open.
  func tell() {
    if isTelling { return }
    sweep()
    if hasResumed {
      hasResumed = false
      blocks.call(.didChange)
    }
    if isEmpty { return }
    isTelling = true
    // Those that come meanwhile are not among them.
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
      if let signal = registration.signal {
        if isPending(registration) { signal.signal() }
      } else {
        tell(registration)
      }
    }
    isTelling = false
    forgetWhatAllWereTold()
    if registrations.contains(where: isDue) || rows.concerned.contains(where: isDue) { core.signal?.send() }
  }

  // Whether something is left that it does not ask for itself.
  private func isDue(_ registration: Registration) -> Bool { registration.signal == nil && isPending(registration) }

  /// Tells an observer that is told when it asks. Nothing is told inside of a write: the end of that wakes it again.
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
    moves.removeFirst(least - dropped)
    dropped = least
    merged = nil
  }

  private func isPending(_ registration: Registration) -> Bool {
    !registration.hasBegun || registration.early != nil || registration.row == nil && registration.seen < total
  }

  private func tell(_ registration: Registration) {
    if !isPending(registration) { return }
    let isFirst = !registration.hasBegun
    var changes = isFirst || registration.row != nil ? ChangeSet() : changes(from: registration.seen)
    if var early = registration.early {
      early.merge(changes)
      changes = early
    }
    (registration.hasBegun, registration.early, registration.seen) = (true, nil, total)
    let isLast = registration.use { observer in
      if isFirst {
        observer.begin()
        return false
      }
      return observer.tell(changes)
    }
    if registration.row != nil, registration.references > 0 { usedRows.append(registration) }
    if isLast == true { registration.finish() }
  }
}
