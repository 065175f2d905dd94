import AshlarStore

/// Who observes one Realm instance, and what they have not been told yet. Confined like the Realm.
///
/// Each move of the Realm to another version, by a commit of its own or by advancing, adds a change set; each observer has seen a
/// number of moves. What no observer has to tell apart is merged, so that late observers cost no more than one change set.
///
/// Invariants: `moves` are those behind the first `dropped`; no observer has seen fewer than `dropped`; nothing is called while
/// something is being told; the feed counts this as one observer while it has any.
nonisolated final class ObserverTable {
  private unowned(unsafe) let core: _RealmCore
  private let feed: ChangeFeed
  private var observers: [Observer] = []
  private var moves: [ChangeSet] = []
  private var dropped = 0
  private var merged: (from: Int, to: Int, changes: ChangeSet)?
  // In the feed.
  private var position: UInt64 = 0
  // The version that was let go of by `invalidate`.
  private var releasedVersion: UInt64?
  /// Blocks that are told of every new version.
  let blocks = RealmBlocks()
  /// Whether observers are being told.
  private(set) var isTelling = false

  init(_ core: _RealmCore) {
    self.core = core
    feed = core.session.engine.changes
  }

  deinit { if !observers.isEmpty { feed.removeObserver() } }

  private var total: Int { dropped + moves.count }

  /// Whether anybody has to be told of changes.
  var isEmpty: Bool { observers.isEmpty }

  /// Whether an observer needs the version before a move.
  var remembers: Bool { observers.contains { $0.remembers && $0.isActive } }

  func add(_ observer: Observer) {
    if observers.isEmpty {
      feed.addObserver()
      position = feed.position(at: core.session.version)
    }
    observer.seen = total
    observers.append(observer)
    core.bell?.ring()
  }

  /// An observer was ended, perhaps on another thread.
  func ended() {
    if core.isInPlace, !isTelling {
      sweep()
      blocks.sweep()
    } else {
      core.bell?.ring()
    }
  }

  /// Ends all: the Realm can never be used again.
  func end() {
    for observer in observers { observer.end() }
    blocks.removeAll()
    if !isTelling { sweep() }
  }

  private func sweep() {
    if observers.allSatisfy(\.isActive) { return }
    let gone = observers.filter { !$0.isActive }
    observers.removeAll { !$0.isActive }
    if observers.isEmpty {
      feed.removeObserver()
      (dropped, moves, merged) = (total, [], nil)
    }
    for observer in gone { observer.release() }
  }

  // MARK: - Moves

  /// The Realm has moved from a version that is still held.
  func advanced(from old: SharedSnapshot, frozen: _RealmCore?) {
    if observers.isEmpty { return }
    let version = core.session.version
    let interval = feed.changes(after: position, from: old.snapshot.version, to: version)
    position = interval.position
    var changes = interval.changes
    if !interval.isWhole {
      changes = core.reading { () throws(StoreError) in try core.session.difference(from: old) }
      changes.addModified(of: interval.changes)
    }
    if changes.isEmpty { return }
    if let frozen { for observer in observers where observer.isActive && observer.remembers { observer.remember(changes, from: frozen) } }
    add(changes)
  }

  /// The Realm has committed. Observers of the tokens take that in without a call, unless there is something else to tell them.
  func committed(_ commit: (changes: ChangeSet, position: UInt64)?, skipping tokens: [NotificationToken]) {
    guard let commit, !observers.isEmpty else { return }
    position = max(position, commit.position)
    if commit.changes.isEmpty { return }
    for observer in observers where observer.isActive && observer.remembers { observer.forget(commit.changes) }
    let before = total
    add(commit.changes, apart: !tokens.isEmpty)
    for token in tokens where token.observer.isActive && token.observer.hasBegun && token.observer.seen == before {
      token.observer.seen = total
      token.observer.skip(commit.changes)
    }
  }

  /// The Realm lets go of its version.
  func released() { if !observers.isEmpty { releasedVersion = core.session.version } }

  /// It reads one again.
  func resumed() {
    guard let before = releasedVersion, !observers.isEmpty else { return }
    releasedVersion = nil
    let interval = feed.changes(after: position, from: before, to: core.session.version)
    position = interval.position
    add(interval.isWhole ? interval.changes : .anything)
  }

  private func add(_ changes: ChangeSet, apart: Bool = false) {
    if changes.isEmpty { return }
    merged = nil
    if !apart, let last = moves.indices.last, !observers.contains(where: { $0.seen == total }) {
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

  /// Tells each observer, in the order of registration, what happened since its last call. What a callback adds is told in a later turn.
  func tell() {
    if isTelling { return }
    sweep()
    blocks.sweep()
    if observers.isEmpty { return }
    isTelling = true
    // Those that come meanwhile are not among them.
    for observer in observers where observer.isActive {
      if !observer.hasBegun {
        observer.hasBegun = true
        observer.seen = total
        observer.begin()
      } else if observer.seen < total {
        let changes = changes(from: observer.seen)
        observer.seen = total
        observer.tell(changes)
      }
    }
    isTelling = false
    sweep()
    let least = observers.reduce(total) { min($0, $1.seen) }
    moves.removeFirst(least - dropped)
    dropped = least
    merged = nil
    if observers.contains(where: { !$0.hasBegun || $0.seen < total }) { core.bell?.ring() }
  }
}
