import AshlarStore

/// Who observes one Realm instance, and what they have not been told yet. Confined like the Realm.
///
/// Each move of the Realm to another version, by a commit of its own or by advancing, adds a change set; each registration has seen a
/// number of moves. What no observer has to tell apart is merged, so that late observers cost no more than one change set.
///
/// Invariants: `moves` are those behind the first `dropped`; no registration has seen fewer than `dropped`; nothing is told while
/// something is being told; the feed counts this as one observer while it has any.
nonisolated final class ObserverTable {
  private unowned(unsafe) let core: _RealmCore
  private let feed: ChangeFeed
  private var registrations: [Registration] = []
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

  /// Whether nobody has to be told of changes.
  var isEmpty: Bool { registrations.isEmpty }

  /// Whether an observer needs the version before a move.
  var remembers: Bool { registrations.contains { $0.use(\.remembers) ?? false } }

  func add(_ registration: Registration, _ observer: Observer, early: ChangeSet? = nil) {
    if !isCounted {
      isCounted = true
      feed.addObserver()
      position = feed.position(at: core.session.version)
    }
    registration.seen = total
    registration.early = early
    if registration.begin(observer, at: core) { registrations.append(registration) } else { sweep() }
    core.bell?.ring()
  }

  /// A registration was ended, perhaps on another thread.
  func ended() {
    if core.isInPlace {
      if isTelling { return }
      sweep()
      blocks.sweep()
    } else {
      core.bell?.ring()
    }
  }

  /// Ends all: the Realm can never be used again.
  func endAll() {
    for registration in registrations { registration.end() }
    blocks.endAll()
    sweep()
  }

  private func sweep() {
    if isTelling { return }
    registrations.removeAll { !$0.isActive }
    if !registrations.isEmpty || !isCounted { return }
    isCounted = false
    feed.removeObserver()
    (dropped, moves, merged) = (total, [], nil)
  }

  // MARK: - Moves

  /// The Realm has moved from a version that is still held.
  func advanced(from old: SharedSnapshot, frozen: _RealmCore?) {
    if registrations.isEmpty { return }
    let version = core.session.version
    let interval = feed.changes(after: position, from: old.snapshot.version, to: version)
    position = interval.position
    var changes = interval.changes
    if !interval.isWhole {
      changes = core.reading { () throws(StoreError) in try core.session.difference(from: old) }
      changes.addModified(of: interval.changes)
    }
    if changes.isEmpty { return }
    if let frozen { for registration in registrations { registration.use { if $0.remembers { $0.remember(changes, from: frozen) } } } }
    add(changes)
  }

  /// The Realm reads the version that it has read. Commits that stored what was there already made none.
  func stayed() {
    if registrations.isEmpty { return }
    let interval = feed.changes(after: position, from: core.session.version, to: core.session.version)
    position = interval.position
    add(interval.changes)
  }

  /// The Realm has committed. Observers of the tokens take that in without a call, unless there is something else to tell them.
  func committed(_ commit: (changes: ChangeSet, position: UInt64)?, skipping tokens: [NotificationToken]) {
    guard let commit, !registrations.isEmpty else { return }
    // Of others, that stored what was there already and so made no version.
    add(feed.changes(after: position, before: commit.position))
    position = max(position, commit.position)
    if commit.changes.isEmpty { return }
    for registration in registrations { registration.use { $0.forget(commit.changes) } }
    let before = total
    add(commit.changes, apart: !tokens.isEmpty)
    for registration in tokens.map(\.registration) where registration.hasBegun && registration.seen == before && registration.early == nil {
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

  /// The Realm lets go of its version.
  func released() { releasedVersion = core.session.version }

  /// It reads one again.
  func resumed() {
    guard let before = releasedVersion else { return }
    releasedVersion = nil
    hasResumed = core.session.version != before
    if registrations.isEmpty { return }
    let interval = feed.changes(after: position, from: before, to: core.session.version)
    position = interval.position
    add(interval.isWhole ? interval.changes : .anything)
  }

  private func add(_ changes: ChangeSet, apart: Bool = false) {
    if changes.isEmpty { return }
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
    blocks.sweep()
    if hasResumed {
      hasResumed = false
      blocks.call(.didChange)
    }
    if registrations.isEmpty { return }
    isTelling = true
    // Those that come meanwhile are not among them.
    for registration in registrations {
      if core.session.isWriting { break }
      if let signal = registration.signal {
        if isPending(registration) { signal.signal() }
      } else {
        tell(registration)
      }
    }
    isTelling = false
    forgetWhatAllWereTold()
    if registrations.contains(where: { $0.signal == nil && isPending($0) }) { core.bell?.ring() }
  }

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
    let least = registrations.reduce(total) { min($0, $1.seen) }
    moves.removeFirst(least - dropped)
    dropped = least
    merged = nil
  }

  private func isPending(_ registration: Registration) -> Bool {
    !registration.hasBegun || registration.early != nil || registration.seen < total
  }

  private func tell(_ registration: Registration) {
    if !isPending(registration) { return }
    let isFirst = !registration.hasBegun
    var changes = isFirst ? ChangeSet() : changes(from: registration.seen)
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
    if isLast == true { registration.finish() }
  }
}
