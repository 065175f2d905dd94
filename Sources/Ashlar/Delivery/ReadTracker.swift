import AshlarStore
import Observation

/// Reports each read in a Realm to Swift's Observation, and later each change of the rows that were read. Used only in the Realm's
/// confinement.
///
/// A row that is read inside a tracking scope remains in `rows` until each of the columns that were read has changed. Observation is
/// notified after a change, and the observing code then reads the row again.
///
/// At most `limit` rows are tracked individually. All further rows of a table share one entry, for which every change of a row of the table
/// is reported. The memory therefore does not grow with the number of rows that a scope reads.
///
/// Invariant: if a scope has read a row that is not in `rows`, the change of that row was reported after the scope ended.
nonisolated final class ReadTracker: AccessTracker {
  private struct Place: Hashable {
    let ordinal: Int
    let key: Int64
  }

  private final class TrackingObserver: Observer {
    // The tracker retains the token of the observation, and ends it when it needs no more changes.
    private unowned(unsafe) let tracker: ReadTracker
    init(_ tracker: ReadTracker) { self.tracker = tracker }
    override var hasFirstCall: Bool { false }
    override func skip(_ changes: ChangeSet) { tracker.tell(changes) }
    override func tell(_ changes: ChangeSet) -> Bool {
      tracker.tell(changes)
      return false
    }
  }

  /// The maximum number of rows that are tracked individually.
  static let limit = 65_536
  // The key of the entry that the rows of a table beyond `limit` share.
  private static let others: Int64 = -3

  // The instance retains its tracker.
  private unowned(unsafe) let core: _RealmCore
  private let mark = TrackedColumn.Mark()
  private var rows: [Place: TrackedRow] = [:]
  private var spare = TrackedRow()
  private var columns: [KeyPath<TrackedRow, Int>] = []
  private var token: NotificationToken?

  init(_ core: _RealmCore) { self.core = core }

  private func keyPath(_ column: Int) -> KeyPath<TrackedRow, Int> {
    while columns.count <= column { columns.append(\TrackedRow.[TrackedColumn(number: columns.count, mark: mark)]) }
    return columns[column]
  }

  override func read(_ ordinal: Int, _ whole: Whole) { read(ordinal, whole.rawValue, 0) }

  override func read(_ ordinal: Int, _ key: Int64, _ column: Int) {
    assert(core.tracker === self, "a tracker reports the reads of its instance")
    let keyPath = keyPath(column)
    var place = Place(ordinal: ordinal, key: key)
    if rows.count >= ReadTracker.limit, key >= 0, rows[place] == nil { place = Place(ordinal: ordinal, key: ReadTracker.others) }
    let row = rows.isEmpty ? spare : rows[place] ?? spare
    if !isNoted(row, keyPath) { return }
    row.columns.insert(column)
    if row === spare {
      rows[place] = row
      spare = TrackedRow()
    }
    if token == nil { token = core.observe(TrackingObserver(self)) }
  }

  /// The number of entries for rows and tables.
  var count: Int { rows.count }

  /// Whether no row is tracked.
  var isIdle: Bool { rows.isEmpty && token == nil }

  private func isNoted(_ row: TrackedRow, _ keyPath: KeyPath<TrackedRow, Int>) -> Bool {
    _ = mark.take()
    row.registrar.access(row, keyPath: keyPath)
    return mark.take()
  }

  // MARK: - Delivering

  /// Reports changes after the Realm has moved to another version.
  func tell(_ changes: ChangeSet) {
    assert(core.tracker === self && core.isInPlace, "a tracker is used in the confinement of its instance")
    var told: [(place: Place, row: TrackedRow, columns: [Int])] = []
    func add(_ place: Place, _ isChanged: (Int) -> Bool = { _ in true }) {
      guard let row = rows[place] else { return }
      let columns = row.columns.filter(isChanged)
      if !columns.isEmpty { told.append((place, row, Array(columns))) }
    }
    if changes.isAnything {
      for place in rows.keys { add(place) }
    } else {
      for (id, table) in changes.tables {
        guard let stored = core.session.table(id: id) else { continue }
        let ordinal = stored.ordinal
        if table.isAnything {
          for place in rows.keys where place.ordinal == ordinal { add(place) }
          continue
        }
        add(Place(ordinal: ordinal, key: Whole.contents.rawValue))
        if !table.inserted.isEmpty || !table.deleted.isEmpty { add(Place(ordinal: ordinal, key: Whole.rows.rawValue)) }
        if !table.modified.isEmpty || !table.deleted.isEmpty { add(Place(ordinal: ordinal, key: ReadTracker.others)) }
        for (index, key) in table.modified.enumerated() {
          add(Place(ordinal: ordinal, key: key)) { table.hasChanged(index, column: stored.columnIds[$0]) }
        }
        for key in table.deleted { add(Place(ordinal: ordinal, key: key)) }
      }
    }
    // Inside an open scope, rows remain in `rows`: the scope registers its reads only when it ends.
    if !told.isEmpty, !isNoted(spare, keyPath(0)) { forget(told) }
    for (_, row, columns) in told { for column in columns { row.tell(keyPath(column)) } }
  }

  private func forget(_ told: [(place: Place, row: TrackedRow, columns: [Int])]) {
    for (place, row, columns) in told {
      row.columns.subtract(columns)
      if row.columns.isEmpty { rows[place] = nil }
    }
    if !rows.isEmpty { return }
    token?.invalidate()
    token = nil
  }
}
